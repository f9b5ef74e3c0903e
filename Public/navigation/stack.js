import { h } from "../render/dom.js";
import { motionBetween } from "./tree.js";
import { routeContent } from "./container.js";

/**
 * A stack of pages; the one at `index` is visible. Covered pages remain in the document with their scroll position and
 * typed text. The style sheets animate changes, by the stack's `data-motion` and the pages' `data-position`.
 */
export function stack(app, node, { isDismissible }) {
  const motion = app.motions.next(node);
  return h("div", { class: "stack", key: node.key, "data-motion": motion }, node.routes.map((route, index) => {
    const position = index === node.index ? "front" : index < node.index ? "behind" : "ahead";
    return h("div", {
      class: "page",
      key: route.key,
      "data-position": position,
      inert: position !== "front",
      leave: (page) => page.dataset.position === "front",
    }, routeContent(app, route, { isRoot: index === 0, isDismissible, behind: node.routes[index - 1] }));
  }));
}

/** Stores the routes that each stack showed last, to distinguish a push from a pop. */
export class Motions {
  #shown = new Map();

  /** The motion to the routes that a stack shows now; unchanged until it shows others. @param {object} node */
  next({ key, routes, index }) {
    const now = routes.slice(0, index + 1);
    const before = this.#shown.get(key);
    const motion = motionBetween(before?.routes, now) ?? before.motion;
    this.#shown.set(key, { routes: now, motion });
    return motion;
  }
}
