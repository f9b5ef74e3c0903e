import { hrefOf } from "./request.js";

/**
 * Gestures with a result that the client knows before the server has responded.
 *
 * A key is never used for another instance, so a gesture is predicted only while the same screen, modal or tab is in front. That
 * keeps a gesture from being shown twice when its result arrives by the stream before its response does.
 * @typedef {{back: string, to?: string}|{dismiss: string}|{tab: string, from: string, focus: string}} Prediction `back` and `focus` are
 *   the screen in front, `dismiss` the modal, and `from` the tab.
 */

/**
 * The state that most likely follows a gesture.
 * @param {import("./state.js").State} state
 * @param {Prediction} prediction
 * @param {Map<string, {outputs: object[], gestures: object}>} offers What was possible on screens when they were in front last, by key.
 *   The state says that only of the screen in front.
 * @returns {import("./state.js").State|null} A state with the revision of this one, or null if the gesture is not possible here or its
 *   result is not known, as of a tab that was never selected.
 */
export function predicted(state, prediction, offers) {
  const { navigation, modals = [], gestures = {}, stack = [], focus } = state;
  const front = modals.at(-1)?.state ?? navigation;
  // Containers may be arranged in a way that this version does not know.
  if (!navigation || String(stackIn(front)) !== String(stack)) return null;
  if ("back" in prediction) {
    const { back, to = stack.at(-2) } = prediction;
    const index = stack.indexOf(to);
    if (focus !== back || !gestures.back || index < 0 || index >= stack.length - 1) return null;
    const popped = poppedTo(index, front);
    if (modals.length === 0) return following(state, popped, modals, offers);
    return following(state, navigation, [...modals.slice(0, -1), { ...modals.at(-1), state: popped }], offers);
  }
  if ("dismiss" in prediction) {
    const isInFront = modals.at(-1)?.key === prediction.dismiss && gestures.dismiss;
    return isInFront ? following(state, navigation, modals.slice(0, -1), offers) : null;
  }
  if (modals.length > 0 || selectedTab(navigation, prediction.tab) !== prediction.from) return null;
  // The selected tab goes to its first screen.
  const isAgain = prediction.tab === prediction.from;
  if (isAgain && (focus !== prediction.focus || stack.length < 2)) return null;
  const selected = isAgain ? poppedTo(0, navigation) : withTab(navigation, prediction.tab);
  return selected && following(state, selected, modals, offers);
}

/** The key of the tab that is selected in the tabs in front that have a tab of this key. @returns {string|undefined} */
export function selectedTab(node, tab) {
  const route = node.routes[node.index];
  if (hasTab(node, tab)) return route?.key;
  return route?.state && selectedTab(route.state, tab);
}

/** The state with other containers, and everything that follows from them. */
function following(state, navigation, modals, offers) {
  const stack = stackIn(modals.at(-1)?.state ?? navigation);
  const focus = stack.at(-1);
  const before = screensIn(state.navigation, state.modals);
  const after = screensIn(navigation, modals);
  const left = Object.entries(state.screens).filter(([key]) => after.has(key) || !before.has(key));
  const screens = Object.fromEntries(left);
  if (!screens[focus]) return null;
  if (screens[state.focus] && state.focus !== focus) screens[state.focus] = { ...screens[state.focus], outputs: [] };
  const { outputs, gestures } = offers.get(focus) ?? { outputs: screens[focus].outputs, gestures: gesturesOf(state.id, stack, modals) };
  screens[focus] = { ...screens[focus], outputs };
  const { link, ...rest } = state;
  return { ...rest, navigation, modals, stack, focus, screens, gestures };
}

/** The gestures that are most likely possible on a screen that was never in front. */
function gesturesOf(id, stack, modals) {
  return {
    ...(stack.length > 1 && { back: `${hrefOf(id)}/back` }),
    ...(modals.at(-1)?.dismissible && { dismiss: `${hrefOf(id)}/dismiss` }),
  };
}

/** The keys of the innermost stack in front. */
function stackIn(node) {
  const inner = node.routes[node.index]?.state;
  if (inner) return stackIn(inner);
  return node.type === "stack" ? node.routes.map(({ key }) => key) : [];
}

/** The keys of all screens in containers. */
function screensIn(navigation, modals = []) {
  const keys = new Set();
  const visit = ({ type, routes }) => {
    for (const { key, state } of routes) {
      if (state) visit(state);
      else if (type === "stack") keys.add(key);
    }
  };
  for (const node of [navigation, ...modals.map(({ state }) => state)]) visit(node);
  return keys;
}

function hasTab({ type, routes }, tab) {
  return type === "tabs" && routes.some(({ key }) => key === tab);
}

/** The containers with the innermost stack in front popped to an index. */
function poppedTo(index, node) {
  const inner = node.routes[node.index]?.state;
  return inner ? withRoute(node, { state: poppedTo(index, inner) }) : { ...node, index, routes: node.routes.slice(0, index + 1) };
}

/** The containers with another tab in front, or null if it was never selected. */
function withTab(node, tab) {
  if (!hasTab(node, tab)) {
    const inner = withTab(node.routes[node.index].state, tab);
    return inner && withRoute(node, { state: inner });
  }
  const index = node.routes.findIndex(({ key }) => key === tab);
  return node.routes[index].state ? { ...node, index } : null;
}

/** A container with a change of the route in front. */
function withRoute(node, change) {
  return { ...node, routes: node.routes.map((route, index) => (index === node.index ? { ...route, ...change } : route)) };
}
