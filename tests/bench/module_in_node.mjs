// Our learner as WebAssembly in node, on standard input and output.
import { createInterface } from 'node:readline';
import start from '../../build/wasm/bench.js';
import { contestant } from './module.mjs';

const reply = contestant(start);
for await (const line of createInterface({ input: process.stdin })) console.log(await reply(line));
