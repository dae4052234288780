// @ts-check
// Exercises and presenter in one script, loaded by classroom.js and embed.js when needed.

export { addExercise, activateExercises } from './blocks.js';
export { present } from './present.js';
