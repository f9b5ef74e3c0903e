import { button } from "./button.js";
import { h } from "./dom.js";
import { symbol } from "./symbols.js";

/** The symbols for which there is a drawing in a folder of placeholders. */
const drawn = new Set(["bell", "cart", "heart", "list", "map", "phone", "search", "tag", "warning"]);

/** `{"kind": "empty", "title", "text"?, "symbol"?, "action"?: {button}}`: a placeholder for missing content. */
export function empty({ title, text, symbol: name, action }, context) {
  const { placeholders } = context.app;
  return h("div", { class: "empty" },
    name && h("span", { class: "empty__symbol" },
      placeholders && drawn.has(name) ? h("img", { src: `${placeholders}${name}.svg`, alt: "", width: 96, height: 96 }) : symbol(name)),
    h("p", { class: "empty__title" }, title),
    text && h("p", { class: "empty__text" }, text),
    action && button({ role: "primary", ...action }, context.at("action")));
}
