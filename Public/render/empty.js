import { button } from "./button.js";
import { h } from "./dom.js";
import { symbol } from "./symbols.js";

/** `{"kind": "empty", "title", "text"?, "symbol"?, "action"?: {button}}`: a placeholder for missing content. */
export function empty({ title, text, symbol: name, action }, context) {
  return h("div", { class: "empty" },
    name && h("span", { class: "empty__symbol" }, symbol(name)),
    h("p", { class: "empty__title" }, title),
    text && h("p", { class: "empty__text" }, text),
    action && button({ role: "primary", ...action }, context.at("action")));
}
