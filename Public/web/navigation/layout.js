import { hides } from "./tree.js";

/** Whether two screens fit beside each other in an element. @param {Element} element */
export function isWide({ clientWidth, clientHeight }) {
  return clientWidth >= 760 && clientHeight >= 480;
}

/**
 * Whether a stack shows its last two screens beside each other: not in a modal, and not if one of them covers the whole page.
 * @param {{store: object, isWide: boolean}} app @param {object} node The stack. @param {boolean} isModal
 */
export function isSplit({ store: { state: { screens } }, isWide }, { index, routes }, isModal) {
  if (!isWide || isModal || index < 1) return false;
  return [routes[index - 1], routes[index]].every(({ key, state }) => !state && screens[key] && !hides(screens[key], "navigationBar"));
}
