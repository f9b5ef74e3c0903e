/**
 * The browser's back button, on a page whose address never changes.
 *
 * A sentinel entry follows the page's own entry in the history. When the user goes back, the browser arrives at the page's
 * own entry. If the app can go back, the browser moves forward to the sentinel again and the app goes back; if not, the
 * browser goes back once more and leaves the page.
 */
export class BackButton {
  #hasWay;
  #goBack;
  #isReturning = false;
  /** Whether the user went back before the app knew its state, as directly after a reload. */
  #isEarly = false;

  /**
   * @param {() => boolean|undefined} hasWay Whether the app can go back or dismiss a modal; undefined as long as it has no state.
   * @param {() => void} goBack Does so.
   */
  constructor(hasWay, goBack) {
    this.#hasWay = hasWay;
    this.#goBack = goBack;
    addEventListener("popstate", ({ state }) => this.#arrived(state?.usher));
  }

  /** Adds the sentinel as soon as the app can go back. Call this after each change. */
  arm() {
    if (this.#isEarly && this.#hasWay() !== undefined) {
      this.#isEarly = false;
      this.#arrived("page");
    }
    if (this.#isReturning || !this.#hasWay() || history.state?.usher === "sentinel") return;
    history.replaceState({ usher: "page" }, "");
    history.pushState({ usher: "sentinel" }, "");
  }

  #arrived(entry) {
    if (entry === "sentinel") this.#isReturning = false;
    if (entry !== "page") return;
    this.#isEarly = this.#hasWay() === undefined;
    if (this.#isEarly) return;
    if (!this.#hasWay()) return history.back();
    // Forward instead of a new entry: browsers skip entries that a page adds without an action of the user.
    this.#isReturning = true;
    this.#goBack();
    this.#return();
  }

  /** Moves forward to the sentinel. */
  #return() {
    if (!window.navigation) return history.forward();
    const { committed, finished } = window.navigation.forward();
    finished.catch(() => {});
    // Another press on the button ends this movement on the page's own entry, without an event.
    committed.catch(() => this.#arrived(history.state?.usher));
  }
}
