// What the build puts into the scripts of web/offline.

/** The digest of each file's contents that works without a network, by name. */
declare const LIFTED_FILES: Record<string, string>;

/** Tells builds apart. */
declare const LIFTED_BUILD: string;
