import { h } from "./dom.js";
import { nodeNear } from "./tree.js";

/** The inputs of free text. */
const TEXT_INPUTS = new Set(["text", "multiline", undefined]);
/** The part of the limit that is left when the counter appears. */
const VISIBLE_PART = 0.2;

/**
 * The counter of a text field with a limit, which appears when little is left. It follows what is typed without a drawing.
 * @param {string} id The field's. @param {string|undefined} input @param {number|undefined} limit The most characters. @param {object} words
 * @returns {{node: object, mounted: Function}|null}
 */
export function count(id, input, limit, words) {
  if (!limit || !TEXT_INPUTS.has(input)) return null;
  const name = `${id}-count`;
  const show = (element) => {
    // A string's iterator gives whole characters of Unicode, as JSON Schema counts them.
    const left = limit - [...element.value].length;
    const counter = nodeNear(element, name);
    if (counter) counter.textContent = left <= limit * VISIBLE_PART ? (left < 0 ? words.charactersOver(-left) : words.charactersLeft(left)) : "";
  };
  return {
    node: h("p", { key: "count", class: "help field__count", id: name, role: "status" }),
    mounted: (element, mounted) => {
      mounted(element);
      element.addEventListener("input", () => show(element));
      show(element);
    },
  };
}
