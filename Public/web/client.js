/** The package `@usher/client`, on which all sessions depend. The published package names it instead of its folder. */
export * from "../client/index.js";
