// What the build sets in scripts, or makes beside them.

/** The digests of the files that are kept for use without a network, by name. */
declare const LIFTED_FILES: Record<string, string>;

/** Identifies the build. */
declare const LIFTED_BUILD: string;

/** The article's exercises, as far as their answers are recorded. */
declare const LIFTED_EXERCISES: { id: string; kind: 'choice' | 'number' | 'task'; choices: Record<string, string> }[];

/** The text of learn-worker.js, set in web/package/learn.js. */
declare const LIFTED_LEARN_WORKER: string;

/** Made of learner.wasm by web/package/package.mjs. */
declare module '*/learner-wasm.js' {
  /** Its bytes, deflated, in base64. */
  export const packed: string;
}
