import { node } from "./node.js";
import { escaped, escapedJSON } from "./escape.js";

/** The members of an object that are open at first, by the depth. */
const OPEN_DEPTH = 1;

/**
 * A JSON value as a tree with objects and arrays that open and close. A closed one is drawn when it is opened.
 * @param {*} value @param {string} [name] @param {{depth?: number, path?: string, open?: Set<string>}} [options] `open`: the
 *   paths that the user has opened, which outlive a drawing.
 * @returns {Element}
 */
export function jsonTree(value, name, { depth = 0, path = "", open = new Set() } = {}) {
  const label = name === undefined ? [] : [node("span", { class: "json__name" }, escaped(name)), ": "];
  if (value === null || typeof value !== "object") {
    return node("div", { class: "json__leaf" }, label, node("span", { class: `json__${value === null ? "null" : typeof value}` }, escapedJSON(value)));
  }
  const entries = Object.entries(value);
  const [first, last] = Array.isArray(value) ? "[]" : "{}";
  if (entries.length === 0) return node("div", { class: "json__leaf" }, label, `${first}${last}`);
  const content = node("div", { class: "json__content" });
  const details = node("details", {}, node("summary", {}, label, node("span", { class: "json__count" }, `${first}${entries.length}${last}`)), content);
  const fill = () => {
    if (content.childElementCount > 0) return;
    content.append(...entries.map(([key, each]) => jsonTree(each, key, { depth: depth + 1, path: `${path}/${key}`, open })));
  };
  details.open = depth < OPEN_DEPTH || open.has(path);
  if (details.open) fill();
  details.addEventListener("toggle", () => {
    if (details.open) fill();
    open[details.open ? "add" : "delete"](path);
  });
  return details;
}
