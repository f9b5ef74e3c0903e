/**
 * Moves the keyboard's focus to the title of a new screen, and back to the earlier element on a screen shown before.
 *
 * Call {@link FocusKeeper#leave} before a drawing and {@link FocusKeeper#arrive} after it.
 */
export class FocusKeeper {
  #place = null;
  #remembered = new Map();
  #announce;

  /** @param {(title: string) => void} announce Announces the new screen to screen readers. */
  constructor(announce) {
    this.#announce = announce;
  }

  /** Forgets all stored elements: the screens of another session have the same keys but are different. */
  forget() {
    this.#remembered.clear();
    if (this.#place !== null) this.#place = "";
  }

  /** Stores the focused element of the screen that is about to be left. */
  leave() {
    const { activeElement } = document;
    if (this.#place && activeElement && activeElement !== document.body) this.#remembered.set(this.#place, activeElement);
  }

  /**
   * Moves the focus if another screen or alert is in front than before.
   * @param {string|null} place The screen's key, or the id of an alert.
   * @param {{title: string, target: string}} arrival The title to announce, and the id of the element to focus.
   */
  arrive(place, { title, target }) {
    const isFirst = this.#place === null;
    if (place === this.#place || !place) return;
    this.#place = place;
    if (isFirst) return;
    this.#announce(title);
    if (isTabInUse()) return;
    const earlier = this.#remembered.get(place);
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
