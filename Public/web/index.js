/**
 * The screens of an Usher server in any page. README.md shows how to use it.
 */
export { defineUsherApp } from "./element-definition.js";
export { element } from "./render/element.js";
export { h } from "./render/dom.js";
export { mount } from "./mount.js";
export { readTheme } from "./theme/theme.js";
export { symbol } from "./render/symbols.js";

/** @typedef {import("./render/context.js").Context} Context */
/** @typedef {import("./mount.js").ElementRenderer} ElementRenderer */
/** @typedef {import("./mount.js").Mounted} Mounted */
/** @typedef {import("./mount.js").MountOptions} MountOptions */
/** @typedef {import("./mount.js").ScreenRenderer} ScreenRenderer */
/** @typedef {import("./theme/theme.js").Theme} Theme */
