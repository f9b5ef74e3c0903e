import { controls } from "./grid.js";
import { h } from "./dom.js";

/**
 * `{"kind": "pinned", "title"?, "price"?, "control": {…}}`: at the bottom edge of the screen, below what scrolls, or elsewhere where there
 * is room. A price that is beside it already is left out.
 */
export function pinned(view, context, shownPrice) {
  const description = view.find(({ kind }) => kind === "pinned");
  const draw = controls[description?.control?.kind];
  if (!draw) return null;
  const { title, control } = description;
  const price = shownPrice ? undefined : description.price;
  return h("div", { key: "pinned", class: "pinned" },
    h("div", { class: "pinned__content" },
      (title || price) && h("p", { class: "pinned__text" },
        title && h("span", { class: "pinned__title" }, title),
        price && h("span", { class: "pinned__price" }, context.language.money(price))),
      draw(control, context.at("pinned"))));
}
