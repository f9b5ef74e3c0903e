/**
 * A session with an Usher server, without a page: states in, taps out. README.md shows how to use it.
 */
export { memoryStorage } from "./platform.js";
export { patched } from "./patch.js";
export { Problem } from "./problem.js";
export { Session } from "./session.js";

/** @typedef {import("./platform.js").Clock} Clock */
/** @typedef {import("./platform.js").Platform} Platform */
/** @typedef {import("./platform.js").Presence} Presence */
/** @typedef {import("./platform.js").Storage} Storage */
/** @typedef {import("./platform.js").StreamRight} StreamRight */
/** @typedef {import("./problem.js").ProblemName} ProblemName */
/** @typedef {import("./problem.js").ProblemType} ProblemType */
/** @typedef {import("./rows.js").RowList} RowList */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").ClientDescription} ClientDescription */
/** @typedef {import("./types.js").Display} Display */
/** @typedef {import("./types.js").EventSource} EventSource */
/** @typedef {import("./types.js").Launch} Launch */
/** @typedef {import("./types.js").Listeners} Listeners */
/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Pending} Pending */
/** @typedef {import("./types.js").SessionOptions} SessionOptions */
/** @typedef {import("./state.js").Container} Container */
/** @typedef {import("./state.js").Gestures} Gestures */
/** @typedef {import("./state.js").Message} Message */
/** @typedef {import("./state.js").Modal} Modal */
/** @typedef {import("./state.js").Output} Output */
/** @typedef {import("./state.js").Question} Question */
/** @typedef {import("./state.js").Route} Route */
/** @typedef {import("./state.js").Screen} Screen */
/** @typedef {import("./state.js").State} State */
