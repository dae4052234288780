// @ts-check
// What the menu does with a figure's data, a script of its own that is loaded when it is asked for; as with more.js, what it
// imports is bundled once more.

export { tableOf } from './array_table.js';
export { checkInPython } from './check_in_python.js';
export { saveData } from './save_data.js';
