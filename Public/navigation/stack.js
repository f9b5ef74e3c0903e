import { h } from "../render/dom.js";
import { motionBetween } from "./tree.js";
import { routeContent } from "./container.js";

/**
 * A stack of pages, of which the one at `index` is seen. The covered ones stay where they are, with their scroll position
 * and what was typed. Style sheets do the motion: from `data-motion` of the stack and `data-place` of its pages.
 */
export function stack(app, node, { isDismissible }) {
  const motion = app.motions.next(node);
  return h("div", { class: "stack", key: node.key, "data-motion": motion }, node.routes.map((route, index) => {
    const place = index === node.index ? "front" : index < node.index ? "behind" : "ahead";
    return h("div", {
      class: "page",
      key: route.key,
      "data-place": place,
      inert: place !== "front",
      leave: (page) => page.dataset.place === "front",
    }, routeContent(app, route, { isRoot: index === 0, isDismissible }));
  }));
}

/** Remembers what each stack showed, to tell a push from a pop. */
export class Motions {
  #shown = new Map();

  /** The motion that leads to what a stack shows now; the same again until it shows something else. @param {object} node */
  next({ key, routes, index }) {
    const now = routes.slice(0, index + 1);
    const before = this.#shown.get(key);
    const motion = motionBetween(before?.routes, now) ?? before.motion;
    this.#shown.set(key, { routes: now, motion });
    return motion;
  }
}
