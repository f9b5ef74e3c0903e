import { hides } from "./tree.js";

/** Whether two screens fit beside each other. */
export const wide = matchMedia("(min-width: 760px) and (min-height: 480px)");

/**
 * Whether a stack shows its last two screens beside each other: not in a modal, and not if one of them covers the whole page.
 * @param {object} state @param {object} node The stack. @param {boolean} isModal
 */
export function isSplit({ screens }, { index, routes }, isModal) {
  if (!wide.matches || isModal || index < 1) return false;
  return [routes[index - 1], routes[index]].every(({ key, state }) => !state && screens[key] && !hides(screens[key], "navigationBar"));
}
