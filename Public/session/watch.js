/** Seconds that the server may hold a request back until there is news. */
const WAIT = 25;

/**
 * Learns of revisions that this client did not cause.
 *
 * While an effect runs (`status: "busy"`) it asks for the next revision and waits; otherwise it looks when the user
 * comes back to the page. The one place to change for a stream of events.
 */
export class Watch {
  #refresh;
  #isBusy;
  #settling = null;

  /**
   * @param {(options: {wait?: number, insist: boolean}) => Promise<void>} refresh Reads and adopts a newer state.
   * @param {() => boolean} isBusy Whether news is expected.
   */
  constructor(refresh, isBusy) {
    this.#refresh = refresh;
    this.#isBusy = isBusy;
    addEventListener("focus", () => this.#look());
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /**
   * Waits until nothing is expected any more.
   * @returns {Promise<void>}
   */
  settle() {
    this.#settling ??= this.#wait().finally(() => (this.#settling = null));
    return this.#settling;
  }

  async #wait() {
    while (this.#isBusy()) {
      const asked = Date.now();
      await this.#refresh({ wait: WAIT, insist: true });
      // A server that does not know how to wait answers at once; it shall not be flooded.
      if (this.#isBusy() && Date.now() - asked < 500) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  #look() {
    if (document.visibilityState === "visible" && !this.#settling) this.#refresh({ insist: false });
  }
}
