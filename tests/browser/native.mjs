// The natively built program that says what a figure shows (tests/figures/describe_main.cpp).
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const native = process.env.LIFTED_NATIVE_DESCRIBE ?? fileURLToPath(new URL('../../build/native/describe', import.meta.url));

/** What it prints. @param {string[]} words @param {string} [input] */
export const natively = (words, input) => execFileSync(native, words, { input, encoding: 'utf8', maxBuffer: 1 << 28 });

/** All figures. @type {import('../../web/types/module.d.ts').FigureSchema[]} */
export const figures = JSON.parse(natively(['--list']));
