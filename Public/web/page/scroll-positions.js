/** The name under which the tab has the positions. */
const STORAGE_KEY = "usher.scroll";

/** The scroll positions of the screens over a reload of the page. */
export class ScrollPositions {
  #session = null;
  /** By the keys of the screens, those that are not restored yet. */
  #kept = new Map();

  /** @param {AbortSignal} signal */
  constructor(signal) {
    addEventListener("pagehide", () => this.#save(), { signal });
    // A user who scrolls is not moved any more.
    for (const type of ["wheel", "pointerdown", "keydown"]) addEventListener(type, () => this.#kept.clear(), { signal, once: true, passive: true });
  }

  /** Takes the positions of a session that the page continues. @param {string} session */
  follow(session) {
    if (session === this.#session) return;
    this.#session = session;
    this.#kept.clear();
    try {
      const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY));
      if (saved?.session === session) this.#kept = new Map(saved.positions);
      sessionStorage.removeItem(STORAGE_KEY);
    } catch {
      // Without storage, a page begins at its top.
    }
  }

  /** Restores each position as soon as its screen is long enough, because some lists are loaded after their screen. */
  restore() {
    for (const [key, top] of this.#kept) {
      const scroller = document.querySelector(`[data-screen="${CSS.escape(key)}"] > .scroll`);
      if (!scroller || scroller.scrollHeight - scroller.clientHeight < top) continue;
      scroller.scrollTop = top;
      this.#kept.delete(key);
    }
  }

  #save() {
    const positions = [...document.querySelectorAll("[data-screen] > .scroll")]
      .filter(({ scrollTop }) => scrollTop > 0).map((each) => [each.parentElement.dataset.screen, each.scrollTop]);
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ session: this.#session, positions }));
    } catch {
      // As said above.
    }
  }
}
