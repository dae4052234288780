// @ts-check
// What a reader may want of a figure besides the figure: a script of its own, loaded when the menu is opened first. What
// it imports is bundled once more, so it must hold no state of the page; web/build.mjs watches that.

export { commands } from './commands.js';
export { showCode } from './code.js';
export { exportFile, importFile, openFile } from './save.js';
