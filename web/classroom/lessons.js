// @ts-check
// The script of exercises and presenter, loaded by classroom.js and embed.js when they are needed.

export { addExercise, bringAllAlive } from './blocks.js';
export { present } from './present.js';
