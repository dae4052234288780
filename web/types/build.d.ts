// Constants that the build sets in the scripts of web/offline.

/** The digests of the files that are kept for use without a network, by name. */
declare const LIFTED_FILES: Record<string, string>;

/** Identifies the build. */
declare const LIFTED_BUILD: string;

/** The article's exercises, as far as their answers are recorded. */
declare const LIFTED_EXERCISES: { id: string; kind: 'choice' | 'number' | 'task'; choices: Record<string, string> }[];
