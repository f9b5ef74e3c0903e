/**
 * Moves the keyboard's focus to the title of a new screen, and back to the earlier element on a screen shown before.
 *
 * Call {@link FocusTracker#leave} before a drawing and {@link FocusTracker#arrive} after it.
 */
export class FocusTracker {
  #current = null;
  #remembered = new Map();
  #announce;

  /** @param {(title: string) => void} announce Announces the new screen to screen readers. */
  constructor(announce) {
    this.#announce = announce;
  }

  /** Forgets all stored elements: the screens of another session have the same keys but are different. */
  forget() {
    this.#remembered.clear();
    if (this.#current !== null) this.#current = "";
  }

  /** Stores the focused element of the screen that is about to be left. */
  leave() {
    const { activeElement } = document;
    if (this.#current && activeElement && activeElement !== document.body) this.#remembered.set(this.#current, activeElement);
  }

  /**
   * Moves the focus if another screen or alert is in front than before.
   * @param {string|null} screen The screen's key, or the id of an alert.
   * @param {{title: string, target: string}} arrival The title to announce, and the id of the element to focus.
   */
  arrive(screen, { title, target }) {
    const isFirst = this.#current === null;
    if (screen === this.#current || !screen) return;
    this.#current = screen;
    if (isFirst) return;
    this.#announce(title);
    if (isTabInUse()) return;
    const earlier = this.#remembered.get(screen);
    const element = earlier && isUsable(earlier) ? earlier : document.getElementById(target);
    element?.focus({ preventScroll: true });
  }
}

/** Whether the focus is on a tab: the user may be moving along the tabs, so the focus must stay there. */
function isTabInUse() {
  const tab = document.activeElement?.closest(".tab");
  return Boolean(tab) && !tab.closest("[inert]");
}

function isUsable(element) {
  return element.isConnected && !element.closest("[inert], [disabled]");
}
