import { h } from "./dom.js";
import { words } from "../words.js";

/** The function that draws maps; null until it is loaded, because few screens have a map. */
let draw = null;
let loading = null;

/** Draws a map (see map.js), and an empty one until its script has been loaded. */
export function map(description, context) {
  loading ??= import("./map.js").then((module) => {
    draw = module.map;
    context.app.redraw();
  }, () => {});
  return draw ? draw(description, context) : h("figure", { class: "card map", "aria-label": words.map, "aria-busy": "true" });
}
