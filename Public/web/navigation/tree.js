/**
 * Functions that read the navigation part of a state. They are pure. A node is `{type: "stack"|"tabs", key, index, routes:
 * [{key, name, title?, state?}]}`.
 */

/** The route that a node shows. */
export function selectedRoute(node) {
  return node.routes[node.index] ?? node.routes.at(-1);
}

/** The key of the visible screen in a node, at any depth. @returns {string|undefined} */
export function visibleScreen(node) {
  const route = node && selectedRoute(node);
  return route?.state ? visibleScreen(route.state) : route?.key;
}

/** Whether a node shows tabs, at any depth. */
export function showsTabs(node) {
  const route = node && selectedRoute(node);
  return node?.type === "tabs" || Boolean(route?.state && showsTabs(route.state));
}

/** Whether a screen hides a bar. @param {object|undefined} screen @param {"navigationBar"|"tabBar"} bar */
export function hides(screen, bar) {
  return screen?.hides?.includes(bar) ?? false;
}

/** The title of the screen that a route shows. @returns {string|undefined} */
export function titleOf(state, route) {
  return state.screens[route?.state ? visibleScreen(route.state) : route?.key]?.title;
}

/**
 * The motion from one list of routes to another. The server doesn't send "push" or "pop", because they follow from the keys.
 * @param {{key: string, transition?: string}[]|undefined} before
 * @param {{key: string, transition?: string}[]} after
 * @returns {"push"|"pop"|"fade"|"none"|null} Null if the top is the same.
 */
export function motionBetween(before, after) {
  if (!before) return "none";
  const [left, arrived] = [before.at(-1), after.at(-1)];
  if (!arrived || left?.key === arrived.key) return null;
  const isPop = before.some((route) => route.key === arrived.key);
  const isPush = after.some((route) => route.key === left?.key);
  const named = NAMED[(isPop ? left : arrived).transition];
  return named ?? (isPop ? "pop" : isPush ? "push" : "fade");
}

/** The transitions that a route may name. Any other is drawn as the stack's default. */
const NAMED = { none: "none", fade: "fade", crossDissolve: "fade" };
