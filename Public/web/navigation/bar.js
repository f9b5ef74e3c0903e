import { barButton } from "../render/button.js";
import { h } from "../render/dom.js";
import { hides } from "./tree.js";
import { symbol, withSpinner } from "../render/symbols.js";

/**
 * A screen's navigation bar: the back button, the title and the screen's buttons. If the bar is hidden, the title remains for
 * screen readers, and so does the back button.
 *
 * @param {import("../render/context.js").Context} context The screen's. @param {object[]} view Its elements.
 * @param {{isRoot: boolean, isActive: boolean, back?: {label?: string, press: Function, isPending: boolean}, close?: Function,
 *   share?: Function, brand?: object|false}} ways `back` and `close` are the buttons that leave this screen, if that is allowed.
 *   `share` opens the dialog for other devices, on a root. `isActive` tells whether the server is working. `brand` is the node with the
 *   name of the application, if the bar is at the top of a desktop.
 */
export function navigationBar(context, view, { isRoot, isActive, back, close, share, brand }) {
  const { words } = context;
  const title = h("h1", { key: "title", class: "bar__title", id: titleId(context.key), tabindex: "-1" }, context.screen.title ?? "");
  const isHidden = hides(context.screen, "navigationBar");
  const leading = barButtons("leading", view, context);
  const trailing = barButtons("trailing", view, context);
  const closing = close && !leading.some(({ role }) => role === "cancel") && closeButton(close, words);
  const isNamed = (each, kind, text) => each.kind === kind && text === context.screen.title;
  const isHero = view.some((each) => isNamed(each, "hero", each.title));
  const isLarge = isRoot && !back && (brand || leading.length === 0) && !isHero;
  const sharing = isRoot && !back && share && shareButton(share, words);
  const isTight = !isLarge && isTooNarrow(context.screen.title, view, [back, sharing, closing].filter(Boolean).length);
  const isRepeated = isHero || (!isLarge && view.some((each) => isNamed(each, "heading", each.text)));

  const atStart = h("div", { key: "leading", class: "bar__side bar__side--leading" },
    back && backButton(back, isHidden ? null : shortLabel(words, back.label, context.screen.title), words), !brand && leading.map(({ node }) => node));
  const atEnd = h("div", { key: "trailing", class: "bar__side bar__side--trailing" },
    brand && leading.map(({ node }) => node), trailing.map(({ node }) => node), sharing, closing);

  return h("header", { class: "bar", "data-hidden": isHidden, "data-large": isLarge, "data-tight": isTight, "data-repeated": isRepeated },
    brand ? [!isHidden && brand, atEnd, atStart, title] : [atStart, title, atEnd],
    h("div", { class: "bar__activity", "data-active": isActive }));
}

/** The document id of a screen's title. @param {string} key */
export function titleId(key) {
  return `title-${key}`;
}

function barButtons(placement, view, context) {
  return view.flatMap((each, index) => {
    if (each.kind !== "button" || each.placement !== placement) return [];
    return [{ role: each.role, node: barButton(each, context.at(`bar:${index}`)) }];
  });
}

/** The letters that a bar of a phone has room for, in the title and beside the arrow. */
const TITLE_LETTERS = 28;
/** The letters that a bar of 320 pixels has room for, in its buttons and in a word between them, with more space between letters. */
const NARROW_BAR_LETTERS = 26;
/** The letters that are as wide as a symbol. */
const SYMBOL_LETTERS = 5;

/** Whether a word of the title may not fit between the buttons of a narrow bar. The style sheet then moves it below them. */
function isTooNarrow(title = "", view, symbols) {
  const own = view.filter(({ kind, placement }) => kind === "button" && (placement === "leading" || placement === "trailing"));
  const buttons = own.reduce((sum, { symbol: name, label }) => sum + (name ? SYMBOL_LETTERS : label.length + 2), symbols * SYMBOL_LETTERS);
  return buttons + Math.max(...title.split(/\s+/).map(({ length }) => length)) > NARROW_BAR_LETTERS;
}

/** The visible label of the back button: the name of the screen below, or less, so that the title is not cut off. */
function shortLabel(words, label = words.back, title = "") {
  return [label, words.back].find((each) => each.length + title.length <= TITLE_LETTERS);
}

function backButton({ label, press, isPending }, shown, words) {
  return h("button", {
    key: "back",
    class: "bar__button bar__back",
    type: "button",
    "aria-label": label ? `${words.back}: ${label}` : words.back,
    "aria-busy": isPending && "true",
    on: { click: press },
  },
    isPending ? withSpinner(symbol("back")) : symbol("back"),
    shown && h("span", { class: "bar__back-label" }, shown));
}

function shareButton(press, words) {
  return h("button", {
    key: "share",
    class: "bar__button bar__share",
    type: "button",
    "aria-label": words.useElsewhere,
    title: words.useElsewhere,
    on: { click: press },
  }, symbol("phone"));
}

function closeButton(press, words) {
  return h("button", {
    key: "close",
    class: "bar__button bar__close",
    type: "button",
    "aria-label": words.close,
    title: words.close,
    on: { click: press },
  }, symbol("close"));
}
