import { h } from "../render/dom.js";
import { screen } from "./screen.js";
import { stack } from "./stack.js";
import { tabs } from "./tabs.js";

/**
 * Draws a route: its own container if it has one, otherwise its screen. Containers are recursive, so each draws its routes with
 * this function.
 *
 * @param {object} app As in {@link import("../render/context.js").Context}, with `motions` by container.
 * @param {object} route
 * @param {{isRoot: boolean, isDismissible: boolean, isModal?: boolean}} position
 */
export function routeContent(app, route, position) {
  if (!route.state) return screen(app, route.key, position) ?? h("div", { class: "screen screen--waiting" });
  return container(app, route.state, position);
}

/** Draws a container: a stack or tabs. @param {object} app @param {object} node @param {object} position */
export function container(app, node, position) {
  return node.type === "tabs" ? tabs(app, node, position) : stack(app, node, position);
}
