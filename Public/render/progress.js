import { h } from "./dom.js";
import { percent } from "../language.js";
import { words } from "../words.js";

/** `{"kind": "progress", "label"?, "value"?: 0…1}`; without a value the progress is indeterminate. */
export function progress({ label, value }, context) {
  const isKnown = Number.isFinite(value);
  const id = context.id("label");
  return h("div", { class: "progress" },
    h("p", { class: "progress__label", id }, label ?? words.loading, isKnown && h("span", {}, ` ${percent(value)}`)),
    h("progress", { class: "progress__bar", "aria-labelledby": id, max: 1, value: isKnown ? value : null, "data-value": isKnown }));
}
