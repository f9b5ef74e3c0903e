import { hides } from "./tree.js";
import { viewOf } from "./screen.js";

/** The kinds of elements with which a screen is a page of its own and no list beside a detail. */
const PAGES = new Set(["form", "grid", "hero", "map", "pinned"]);

/**
 * What an element has room for: a picture beside its text, two screens beside each other if it is tall, too, and all that a desktop has.
 * @param {Element} element
 */
export function roomOf({ clientWidth, clientHeight }) {
  const isTall = clientHeight >= 480;
  return { isWide: clientWidth >= 760, isTall, isDesktop: isTall && clientWidth >= 1024 };
}

/**
 * The route that a stack shows beside the one in front: the list to which a detail belongs, or on a desktop what a form is about,
 * such as a cart beside the address for its delivery. Not in a modal, and not if one of the two covers the whole page.
 * @param {{store: object, isWide: boolean, isTall: boolean, isDesktop: boolean}} app @param {object} node The stack. @param {boolean} isModal
 * @returns {{index: number, kind: "list"|"summary"}|null}
 */
export function besideFront({ store: { state: { screens } }, isWide, isTall, isDesktop }, { index, routes }, isModal) {
  if (!isWide || !isTall || isModal || index < 1) return null;
  const views = routes.slice(0, index + 1).map(({ key, state }) => (state || !screens[key] || hides(screens[key], "navigationBar") ? null : viewOf(screens[key])));
  const front = views.pop();
  if (!front) return null;
  if (front.some(({ kind }) => kind === "form")) {
    // A form with prices on its own screen has them beside it by the style sheet.
    const summary = hasPrices(front) ? -1 : views.findLastIndex((view) => view && hasPrices(view));
    return isDesktop && summary >= 0 ? { index: summary, kind: "summary" } : null;
  }
  return isList(views.at(-1)) ? { index: index - 1, kind: "list" } : null;
}

function isList(view) {
  return Boolean(view?.some(({ kind }) => kind === "list")) && !view.some(({ kind }) => PAGES.has(kind));
}

function hasPrices(view) {
  return view.some(({ kind, sections = [] }) => kind === "list" && sections.some(({ rows = [] }) => rows.some(({ price }) => price)));
}
