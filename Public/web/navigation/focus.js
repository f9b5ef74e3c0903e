import { focusedNear, nodeNear } from "../render/tree.js";

/** The selector of elements that can have the focus. */
const FOCUSABLE = "a[href], button, input:not([hidden]), select, textarea, [tabindex]";

/** The selector of the places in which one control may replace another, such as a stepper the button that has added its product. */
const PLACES = ".pinned, .tile__control, .row-with-control";

/** The selector of the part of a screen that scrolls. It has the focus while nothing else has, for the keys that scroll. */
const SCROLLER = ".scroll";

/**
 * Moves the keyboard's focus to a new screen, and back to the earlier element on a screen shown before. On the same screen the
 * focus stays, or goes to a neighbor if its element is gone. It never falls to the page itself.
 *
 * In a page that has more than the view, it moves the focus only as long as the view has it.
 *
 * Call {@link FocusTracker#remember} before a drawing and {@link FocusTracker#moveTo} after it.
 */
export class FocusTracker {
  #current = null;
  #remembered = new Map();
  /** The focused element before the drawing, then the elements after it, then the elements before it, the nearest first. */
  #neighbors = [];
  /** The place of the focused element before the drawing, or null. */
  #place = null;
  /** The selection in the focused field before the drawing, or null for an element without one. */
  #selection = null;
  /** Whether the view may have the focus after a drawing. */
  #mayFocus = true;
  #root;
  #ownsPage;
  #announce;

  /**
   * @param {Element} root The element of the view.
   * @param {boolean} ownsPage Whether the page has nothing but the view.
   * @param {(title: string) => void} announce Announces the new screen to screen readers.
   */
  constructor(root, ownsPage, announce) {
    this.#root = root;
    this.#ownsPage = ownsPage;
    this.#announce = announce;
  }

  /** Forgets all stored elements: the screens of another session have the same keys but are different. */
  reset() {
    this.#remembered.clear();
    if (this.#current !== null) this.#current = "";
  }

  /** Stores the focused element of the screen that is about to be left. */
  remember() {
    const activeElement = focusedNear(this.#root);
    const isLost = isDefaultFocus(activeElement);
    this.#mayFocus = this.#ownsPage || this.#root.contains(activeElement);
    this.#neighbors = isLost ? [] : neighborsOf(activeElement);
    this.#place = isLost ? null : activeElement.closest(PLACES);
    this.#selection = isLost ? null : selectionOf(activeElement);
    if (this.#current && !isLost) this.#remembered.set(this.#current, activeElement);
  }

  /**
   * Moves the focus if another screen or alert is in front than before.
   * @param {string|null} screen The screen's key, or the id of an alert.
   * @param {{title: string, target: string}} arrival The title to announce, and the id of the element to focus.
   */
  moveTo(screen, { title, target }) {
    const isFirst = this.#current === null;
    if (!screen) return;
    if (screen === this.#current) return this.#keep(target);
    this.#current = screen;
    const goal = nodeNear(this.#root, target);
    if (!this.#mayFocus) return isFirst ? undefined : this.#announce(title);
    // The title of the first screen is read with the page, so only a field that is to be typed into gets the focus. Otherwise
    // the focus goes to the part that scrolls, so that the keys for it work at once.
    if (isFirst) return goal?.matches("input, textarea") ? goal.focus({ preventScroll: true }) : this.#focusScroller(goal?.closest(SCROLLER));
    this.#announce(title);
    if (isTabInUse(focusedNear(this.#root))) return;
    const earlier = this.#remembered.get(screen);
    const element = earlier && isUsable(earlier) ? earlier : goal;
    element?.focus({ preventScroll: true });
  }

  /**
   * Gives the focus back to its element if the drawing has moved that. If that has gone or can't have it any more, the control that
   * has taken its place gets it, or a neighbor.
   */
  #keep(target) {
    const [focused] = this.#neighbors;
    const activeElement = focusedNear(this.#root);
    if (!focused || !this.#mayFocus) return;
    if (isUsable(focused)) {
      if (activeElement === focused || !isDefaultFocus(activeElement)) return;
      focused.focus({ preventScroll: true });
      if (this.#selection) focused.setSelectionRange(...this.#selection);
      return;
    }
    const isMoved = !isDefaultFocus(activeElement) && activeElement !== focused && isUsable(activeElement);
    if (isMoved) return;
    const successor = [...(this.#place?.querySelectorAll(FOCUSABLE) ?? [])].findLast(isUsable);
    const next = successor ?? this.#neighbors.find(isUsable) ?? nodeNear(this.#root, target);
    next?.focus({ preventScroll: true });
  }

  /** Gives the focus to the part that scrolls. The first Tab leads to the first control of the view, which may be beside it. */
  #focusScroller(scroller) {
    scroller?.focus({ preventScroll: true });
    scroller?.addEventListener("keydown", (event) => {
      if (event.key !== "Tab" || event.shiftKey || event.target !== scroller) return;
      const first = [...this.#root.querySelectorAll(`:is(${FOCUSABLE}):not([tabindex="-1"])`)].find(isUsable);
      if (first) event.preventDefault();
      first?.focus();
    }, { once: true });
  }
}

/** The id of a screen's only field, unless another control is before it. @param {Element|null} screen */
export function onlyFieldOf(screen) {
  const [first, ...others] = screen?.querySelectorAll(`.column :is(${FOCUSABLE})`) ?? [];
  const isOnly = others.every((each) => each.matches("button, a, .field__check"));
  return isOnly && first?.matches(".form .field__input:not(select)") ? first.id : undefined;
}

/** Whether the focus is on nothing that the user would come back to. @param {Element|null} element */
function isDefaultFocus(element) {
  return !element || element.localName === "body" || element.matches(SCROLLER);
}

/** Whether the focus is on a tab: the user may be moving along the tabs, so the focus must stay there. */
function isTabInUse(focused) {
  const tab = focused?.closest(".tab");
  return Boolean(tab) && !tab.closest("[inert]");
}

function selectionOf(element) {
  const { selectionStart, selectionEnd, selectionDirection } = element;
  return typeof selectionStart === "number" ? [selectionStart, selectionEnd, selectionDirection] : null;
}

function neighborsOf(element) {
  const all = [...(element.closest(".column, .bar, .alert, .notices, .tab-bar")?.querySelectorAll(FOCUSABLE) ?? [])];
  const index = all.indexOf(element);
  return [element, ...all.slice(index + 1), ...all.slice(0, Math.max(index, 0)).reverse()];
}

function isUsable(element) {
  return element.isConnected && !element.disabled && !element.closest("[inert]") && element.getClientRects().length > 0;
}
