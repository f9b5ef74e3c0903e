import { addressOf } from "./launch.js";

/**
 * The browser's history: its address follows the place, and its buttons lead through the places.
 *
 * The page's own entry is the first one, of depth 0. The user goes from it to a guard at depth 1, and to one more entry for
 * each place with an address.
 *
 * When the user goes back, the browser has already moved to the entry before. If the app can go back, it does. If that leads to
 * no other address, the browser moves forward again. If the app can't go back, the link of the entry is opened. At the page's
 * own entry the browser moves forward to the guard, or leaves the page if the app has no way back. When the user goes forward,
 * the link of the entry is opened.
 *
 * An entry has the state `{usher: "page"|"place", depth, link, root, below}`. `root` is the root container of the place: the
 * user can't go back to a place that the app has replaced as a whole, such as a log-in. `below` is the link of the entry before
 * it.
 */
export class BrowserHistory {
  #app;
  #depth = history.state?.depth ?? 0;
  #root = null;
  /** The link of the last place that has one. */
  #link = null;
  /** Whether the browser moves from the page's own entry to the guard. */
  #isReturningToGuard = false;
  /** The depth of the entry to which the browser moves by itself, if it does. */
  #target = null;
  /** Whether the browser has refused an entry, so that its address lags behind the place. */
  #isAddressStale = false;
  /** Whether the user moved in the history before the app knew its state, as directly after a reload. */
  #isDeferred = false;

  /**
   * @param {{canGoBack: () => boolean|undefined, goBack: () => Promise, open: (link: string) => Promise}} app `canGoBack` tells
   *   whether it can go back or dismiss a modal, and is undefined as long as it has no state. `goBack` does so.
   * @param {AbortSignal} signal Ends it.
   */
  constructor(app, signal) {
    this.#app = app;
    addEventListener("popstate", ({ state }) => this.#entered(state), { signal });
  }

  /**
   * Follows the place of the session. An action of the user that leads on adds an entry, and an action that leads back goes to
   * the entry before.
   * @param {object} state
   * @param {string} [cause] The origin of the action that led to the state. A change by itself has none.
   */
  follow({ id, link, navigation }, cause) {
    const root = `${id} ${navigation?.key}`;
    const isSameRoot = root === this.#root;
    this.#root = root;
    if (!link || (link === this.#link && isSameRoot)) return;
    this.#link = link;
    if (this.#isMoving || this.#isDeferred) return;
    const { usher, link: shown, below } = history.state ?? {};
    const isBack = ["back", "dismiss", "discard"].includes(cause);
    if (isBack && link !== shown && link === below) this.#move(-1);
    else if (usher && isSameRoot && cause !== undefined && !isBack && cause !== "link") this.#addEntry();
    else this.#updateAddress();
  }

  /** Adds the guard as soon as the app can go back. Call this after each change. */
  update() {
    const canGoBack = this.#app.canGoBack();
    if (this.#isDeferred && canGoBack !== undefined) {
      this.#isDeferred = false;
      this.#entered(history.state);
    }
    if (!this.#isMoving && canGoBack && history.state?.usher !== "place") this.#addGuard();
    else if (this.#isAddressStale) this.#updateAddress();
  }

  get #isMoving() {
    return this.#isReturningToGuard || this.#target !== null;
  }

  #addEntry() {
    if (history.state.usher === "page") this.#addGuard(history.state.link);
    const { usher, depth, link } = history.state;
    if (usher === "page") return;
    const entry = { usher: "place", depth: depth + 1, link: this.#link, root: this.#root, below: link };
    if (this.#write("pushState", entry)) this.#depth = entry.depth;
  }

  #addGuard(link = this.#link) {
    const root = this.#root;
    const isPage = this.#write("replaceState", { usher: "page", depth: 0, link, root });
    if (isPage && this.#write("pushState", { usher: "place", depth: 1, link, root })) this.#depth = 1;
  }

  /** Gives the entry the address of the place that is in front. */
  #updateAddress() {
    const { link, root } = history.state ?? {};
    if (this.#isMoving || !this.#link || (link === this.#link && root === this.#root)) return;
    const entry = history.state?.usher ? history.state : { usher: "page", depth: 0 };
    this.#write("replaceState", { ...entry, link: this.#link, root: this.#root });
  }

  /**
   * Calls a method of the browser's history.
   *
   * Browsers limit the calls, Safari to 100 in 30 seconds. Beyond the limit the address lags behind until a later drawing, and
   * nothing else is different.
   * @param {"pushState"|"replaceState"} method @param {object} entry @returns {boolean} Whether the browser has the entry.
   */
  #write(method, entry) {
    try {
      history[method](entry, "", addressOf(entry.link));
      this.#isAddressStale = false;
    } catch {
      this.#isAddressStale = true;
    }
    return !this.#isAddressStale;
  }

  /** Moves to another entry, which belongs to the place that is in front already. */
  #move(steps) {
    if (steps === 0 || this.#isMoving) return this.#updateAddress();
    this.#target = this.#depth + steps;
    history.go(steps);
  }

  #entered(entry) {
    if (!entry?.usher) return;
    const canGoBack = this.#app.canGoBack();
    this.#isDeferred = canGoBack === undefined;
    if (this.#isDeferred) return;
    const from = this.#depth;
    const isOwn = entry.depth === this.#target || (this.#isReturningToGuard && entry.usher === "place");
    this.#depth = entry.depth;
    this.#target = null;
    if (isOwn) {
      this.#isReturningToGuard = false;
      return this.#updateAddress();
    }
    if (entry.depth >= from) return this.#open(entry, from);
    if (canGoBack && entry.usher === "place") this.#goBack(entry, from);
    else if (canGoBack) this.#goBackToGuard();
    else if (entry.usher === "page" || entry.link === this.#link || entry.root !== this.#root) history.back();
    else this.#open(entry, from);
  }

  async #goBack(entry, from) {
    const left = this.#link;
    await this.#app.goBack();
    if (this.#link === left && this.#depth === entry.depth) this.#move(from - entry.depth);
    else this.#updateAddress();
  }

  async #open({ link, depth }, from) {
    if (!link || link === this.#link) return this.#updateAddress();
    await this.#app.open(link);
    if (this.#link !== link && this.#depth === depth) this.#move(from - depth);
    else this.#updateAddress();
  }

  /** Goes back in the app, and from the page's own entry forward to the guard. */
  #goBackToGuard() {
    this.#isReturningToGuard = true;
    this.#app.goBack().then(() => this.#updateAddress());
    // It moves forward and adds no entry, because browsers skip entries that a page adds without an action of the user.
    if (!window.navigation) return history.forward();
    const { committed, finished } = window.navigation.forward();
    finished.catch(() => {});
    // Another press on the button ends this movement on the page's own entry, without an event.
    committed.catch(() => {
      this.#depth = 1;
      this.#entered(history.state);
    });
  }
}
