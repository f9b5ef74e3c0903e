/**
 * The browser's back button, on a page that never leaves its address.
 *
 * One entry stands above the page's own as a sentinel. When the user goes back, the browser lands on the page's own
 * entry: if the app has a way back, the sentinel is taken up again and the app goes back; if not, so does the browser.
 */
export class BackButton {
  #hasWay;
  #goBack;
  #isReturning = false;

  /**
   * @param {() => boolean} hasWay Whether the app can go back or dismiss something.
   * @param {() => void} goBack Does so.
   */
  constructor(hasWay, goBack) {
    this.#hasWay = hasWay;
    this.#goBack = goBack;
    addEventListener("popstate", ({ state }) => this.#arrived(state?.usher));
  }

  /** Puts the sentinel up as soon as there is a way back. To be called after each change. */
  arm() {
    if (this.#isReturning || !this.#hasWay() || history.state?.usher === "sentinel") return;
    history.replaceState({ usher: "page" }, "");
    history.pushState({ usher: "sentinel" }, "");
  }

  #arrived(entry) {
    if (entry === "sentinel") this.#isReturning = false;
    if (entry !== "page") return;
    if (!this.#hasWay()) return history.back();
    // Forward, not a new entry: browsers skip entries that a page adds without the user's doing.
    this.#isReturning = true;
    history.forward();
    this.#goBack();
  }
}
