import { escaped, escapedJSON } from "./escape.js";

/** A patch with a line for each operation. @param {object[]|null} patch @returns {string} */
export function patchText(patch) {
  if (!patch) return "The state before is not known.";
  return patch.map(({ op, path, value }) => `${op} ${escaped(path) || "(all)"}${value === undefined ? "" : ` ${shortened(escapedJSON(value))}`}`).join("\n") || "Nothing changed.";
}

function shortened(text) {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
