/** Seconds that the server may hold a request back until there is news. */
const WAIT = 25;
/** How long an answer takes at least that was worth waiting for, in milliseconds. */
const TOO_SOON = 500;
/** Pauses after answers that came too soon, one after the other, in milliseconds: a server shall not be flooded. */
const PAUSES = [1_000, 2_000, 5_000, 10_000];

/**
 * Learns of revisions that this client did not cause: an effect that came out, a timer, the same session elsewhere.
 *
 * While the page can be seen it asks for the next revision, and waits. The one place to change for a stream of events.
 */
export class Watch {
  #refresh;
  #isBusy;
  #settling = null;
  #aborting = new AbortController();

  /**
   * @param {(options: {wait?: number, insist: boolean, signal?: AbortSignal}) => Promise<void>} refresh Reads and adopts
   *   a newer state.
   * @param {() => boolean} isBusy Whether news is expected that the user waits for.
   */
  constructor(refresh, isBusy) {
    this.#refresh = refresh;
    this.#isBusy = isBusy;
    // A page that nobody sees needs no connection; browsers have few of them for each server.
    document.addEventListener("visibilitychange", () => document.hidden && this.#aborting.abort());
  }

  /** Follows the session for as long as the page is there. */
  async follow() {
    for (let failures = 0; ; ) {
      await this.#settling?.catch(() => {});
      await visible();
      this.#aborting = new AbortController();
      const asked = Date.now();
      await this.#refresh({ wait: WAIT, insist: false, signal: this.#aborting.signal });
      failures = Date.now() - asked < TOO_SOON ? failures + 1 : 0;
      // One quick answer is news; several in a row are a server that can't wait, or none at all.
      if (failures > 3) await pause(PAUSES[Math.min(failures - 4, PAUSES.length - 1)]);
    }
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
      if (this.#isBusy() && Date.now() - asked < TOO_SOON) await pause(PAUSES[0]);
    }
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until the page can be seen. */
function visible() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
  });
}
