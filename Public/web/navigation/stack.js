import { besideFront } from "./layout.js";
import { h } from "../render/dom.js";
import { motionBetween } from "./tree.js";
import { routeContent } from "./container.js";

/**
 * A stack of pages. The page at `index` is in front, and one below it may be beside it where there is room. Covered pages
 * remain in the document with their scroll position and typed text. The style sheets animate changes, by the stack's
 * `data-motion` and the pages' `data-position`.
 */
export function stack(app, node, { isDismissible, isModal }) {
  const motion = app.motions.next(node);
  const beside = besideFront(app, node, isModal);
  return h("div", { class: "stack", key: node.key, "data-motion": motion, "data-split": beside?.kind }, node.routes.map((route, index) => {
    const position = index === node.index ? "front" : index < node.index ? "behind" : "ahead";
    const isBeside = index === beside?.index;
    const isSummary = isBeside && beside.kind === "summary";
    return h("div", {
      class: "page",
      key: route.key,
      "data-position": position,
      "data-beside": isBeside,
      inert: position !== "front" && (!isBeside || isSummary),
      leave: (page) => page.dataset.position === "front",
    }, routeContent(app, route, { isRoot: index === 0, isDismissible, isModal, behind: node.routes[index - 1], isPart: isBeside || (beside?.kind === "list" && position === "front") }));
  }));
}

/** Stores the routes that each stack showed last, to distinguish a push from a pop. */
export class Motions {
  #shown = new Map();

  /** The motion to the routes that a stack shows now. It stays the same until the stack shows others. @param {object} node */
  next({ key, routes, index }) {
    const now = routes.slice(0, index + 1);
    const before = this.#shown.get(key);
    const motion = motionBetween(before?.routes, now) ?? before.motion;
    this.#shown.set(key, { routes: now, motion });
    return motion;
  }
}
