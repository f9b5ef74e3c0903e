/**
 * Keeps the keyboard's focus where the user is: at the title of a new screen, and back where it was on an earlier one.
 *
 * Ask {@link FocusKeeper#leave} before a drawing and {@link FocusKeeper#arrive} after it.
 */
export class FocusKeeper {
  #place = null;
  #remembered = new Map();
  #announce;

  /** @param {(title: string) => void} announce Tells those who listen where they are. */
  constructor(announce) {
    this.#announce = announce;
  }

  /** Forgets all places: those to come have the same names and are others. */
  forget() {
    this.#remembered.clear();
    if (this.#place !== null) this.#place = "";
  }

  /** Remembers where the focus is on the screen that is about to be left. */
  leave() {
    const { activeElement } = document;
    if (this.#place && activeElement && activeElement !== document.body) this.#remembered.set(this.#place, activeElement);
  }

  /**
   * Moves the focus if another place is in front than before.
   * @param {string|null} place The screen's key, or what stands for an alert.
   * @param {{title: string, target: string}} arrival What to say, and the id of what to focus.
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

/** Whether the user is choosing among tabs, and may go on to the next one. */
function isTabInUse() {
  const tab = document.activeElement?.closest(".tab");
  return Boolean(tab) && !tab.closest("[inert]");
}

function isUsable(element) {
  return element.isConnected && !element.closest("[inert], [disabled]");
}
