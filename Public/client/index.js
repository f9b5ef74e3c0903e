/**
 * A session with an Usher server, without a page: states in, taps out. README.md shows how to use it.
 */
export { Session } from "./session.js";
export { Problem } from "./problem.js";
export { memoryStorage } from "./platform.js";
export { patched } from "./patch.js";
