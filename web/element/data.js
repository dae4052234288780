// @ts-check
// What the menu does with a figure's data, and the reader's files: a script of its own that is loaded when it is asked for; as with
// more.js, what it imports is bundled once more.

export { checkInPython } from './check_in_python.js';
export { saveData } from './save_data.js';
export { readText } from './text_file.js';
