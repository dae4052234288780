// @ts-check
// The menu's commands, a script of its own that is loaded when a menu is first opened. What it imports is bundled a second
// time, so it must not import files that hold state of the page; the build checks this (web/article/scripts.mjs).

export { commands } from './commands.js';
export { showCode } from './code.js';
export { exportFile, importFile, openFiles } from './save.js';
