/** The time for which the server may delay the response until there is a newer state, in seconds. */
const WAIT = 25;
/** A response that arrives earlier than this shows that the server did not wait, in milliseconds. */
const TOO_SOON = 500;
/** The pauses after several such responses in a row, which keep the client from flooding a server, in milliseconds. */
const PAUSES = [1_000, 2_000, 5_000, 10_000];

/**
 * Receives revisions that this client did not cause: the result of an effect, a timer, another client of the session.
 *
 * While the page is visible it requests the next revision by long polling. To use a stream of events instead, change this
 * class only.
 */
export class Watch {
  #refresh;
  #isBusy;
  #idle = null;
  #aborting = new AbortController();

  /**
   * @param {(options: {wait?: number, insist: boolean, signal?: AbortSignal}) => Promise<void>} refresh Reads a newer state
   *   and stores it.
   * @param {() => boolean} isBusy Whether the user waits for a newer state.
   */
  constructor(refresh, isBusy) {
    this.#refresh = refresh;
    this.#isBusy = isBusy;
    // A hidden page needs no connection, and browsers limit the connections to each server.
    document.addEventListener("visibilitychange", () => document.hidden && this.#aborting.abort());
  }

  /** Follows the session while the page is open. */
  async follow() {
    for (let failures = 0; ; ) {
      await this.#idle?.catch(() => {});
      await visible();
      this.#aborting = new AbortController();
      const asked = Date.now();
      await this.#refresh({ wait: WAIT, insist: false, signal: this.#aborting.signal });
      failures = Date.now() - asked < TOO_SOON ? failures + 1 : 0;
      // One quick response is a newer state. Several in a row mean that the server can't wait or can't be reached.
      if (failures > 3) await pause(PAUSES[Math.min(failures - 4, PAUSES.length - 1)]);
    }
  }

  /**
   * Waits until the server is no longer busy.
   * @returns {Promise<void>}
   */
  untilIdle() {
    this.#idle ??= this.#wait().finally(() => (this.#idle = null));
    return this.#idle;
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

/** Waits until the page is visible. */
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
