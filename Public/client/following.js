/** The time for which the server may delay the response until there is a newer state, in seconds. */
const WAIT = 25;
/** A response that arrives earlier than this shows that the server did not wait, in milliseconds. */
const SHORTEST_WAIT = 500;
/** The pauses after several such responses in a row, which keep the client from flooding a server, in milliseconds. */
const PAUSES = [1_000, 2_000, 5_000, 10_000];

/** The pauses of a visible client while another client beside it has the stream, in milliseconds. The last one repeats. */
const CHECK_PAUSES = [500, 500, 1_000, 1_000, 2_000, 5_000];
/** The pause after newer streams of the session have taken the place of this one, in milliseconds. */
const REPLACED_PAUSE = 30_000;
/**
 * The evidence that streams don't arrive, as behind a proxy that holds them back, upon which the client polls instead: two streams
 * without an event, or six that had not even a header. A browser keeps six connections to a server, and all of them may be dead
 * after a sleep of the computer, so fewer silent streams prove nothing.
 */
const STREAM_FAILURES = { limit: 6, withoutEvent: 3, withoutHeader: 1 };

/**
 * Receives revisions that this client did not cause: the result of an effect, a timer, another client of the session.
 *
 * The client that the user works with has a stream of events. A visible client beside it looks for a newer state now and then. If
 * streams don't arrive, a visible client uses long polling.
 */
export class Following {
  #refresh;
  #stream;
  #untilSent;
  #isBusy;
  #isOpen;
  #clock;
  #presence;
  #streamRight;
  #idleWait = null;
  #aborting = new AbortController();
  /** Whether the user has come to this client since it last took the stream. Then it may take the stream from another one. */
  #mayTakeStream;
  #streamFailures = 0;
  /** Whether the server or a proxy has refused the last stream, so that the client asks in another way before the next one. */
  #isRefused = false;
  /** The number of checks in a row that brought no newer state. */
  #emptyChecks = 0;
  /** The functions that end the pauses in progress. */
  #pauses = new Set();
  #endFocusPause = () => {};
  #isFollowing = false;
  #isClosed = false;
  #unsubscribe;

  /**
   * @param {object} session
   * @param {(options: {wait?: number, insist: boolean, signal?: AbortSignal}) => Promise<boolean>} session.refresh Reads a
   *   newer state and stores it. Tells whether there was one.
   * @param {(options: {signal: AbortSignal}) => Promise<{isUseful: boolean, isLost?: boolean, isSilent?: boolean, isRefused?:
   *   boolean, reason?: string}>} session.stream Stores the states of a stream until it ends. Tells whether anything came, and
   *   otherwise whether it was lost, whether not even a header came, and whether it was refused. `reason` is the reason for its
   *   end.
   * @param {() => Promise<void>} session.untilSent Waits for the response to the user's action. It may renew the credential,
   *   and a request beside it has the old one.
   * @param {() => boolean} session.isBusy Whether the user waits for a newer state.
   * @param {() => boolean} session.isOpen Whether there is a session to follow.
   * @param {import("./platform.js").Platform} platform
   * @param {{hasStreams: boolean}} options Whether there are streams at all.
   */
  constructor({ refresh, stream, untilSent, isBusy, isOpen }, { clock, presence, streamRight }, { hasStreams }) {
    this.#refresh = refresh;
    this.#stream = stream;
    this.#untilSent = untilSent;
    this.#isBusy = isBusy;
    this.#isOpen = isOpen;
    this.#clock = clock;
    this.#presence = presence;
    this.#streamRight = streamRight;
    this.#mayTakeStream = presence.hasFocus;
    if (!hasStreams) this.#streamFailures = Infinity;
    this.#unsubscribe = presence.subscribe((change) => this.#presenceChanged(change));
  }

  #presenceChanged(change) {
    if (change === "focus") {
      this.#mayTakeStream = true;
      this.#endFocusPause();
    } else if (change === "visibility" && this.#presence.isVisible) {
      this.#whenVisible();
    } else if (change === "visibility") {
      // A hidden client needs no connection, and browsers limit the connections to each server.
      this.#streamRight.release();
      this.#aborting.abort();
    }
  }

  /** Follows the session until {@link Following#close}. Further calls do nothing. */
  async follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    for (let failures = 0; !this.#isClosed; ) {
      await this.#untilSent();
      await this.#idleWait?.catch(() => {});
      await this.#untilVisible();
      if (!this.#isOpen()) {
        await this.#pauseUntilFocus(PAUSES[0]);
        continue;
      }
      this.#aborting = new AbortController();
      const { signal } = this.#aborting;
      const asked = this.#clock.now();
      if (this.#streamFailures >= STREAM_FAILURES.limit || this.#isRefused) await this.#poll(signal);
      else if (await this.#streamRight.acquire(this.#mayTakeStream, () => this.#aborting.abort())) await this.#followStream(signal);
      else await this.#check(signal);
      failures = this.#clock.now() - asked < SHORTEST_WAIT ? failures + 1 : 0;
      // One quick response is a newer state. Several in a row mean that the server can't wait or can't be reached.
      if (failures > 3) await this.#pause(PAUSES[Math.min(failures - 4, PAUSES.length - 1)]);
    }
  }

  /** Follows no more. */
  close() {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#streamRight.release();
    this.#aborting.abort();
    this.#whenVisible();
    for (const end of [...this.#pauses]) end();
  }

  /** Ends the stream, the request or the pause in progress, and goes on with another one. */
  reconnect() {
    this.#aborting.abort();
    this.#endFocusPause();
  }

  async #followStream(signal) {
    this.#mayTakeStream = false;
    const { isUseful, isLost, isSilent, isRefused, reason } = await this.#stream({ signal });
    this.#isRefused = Boolean(isRefused);
    if (isUseful) this.#streamFailures = 0;
    // A lost connection says nothing about streams, and neither does a refusal.
    else if (isSilent) this.#streamFailures += STREAM_FAILURES.withoutHeader;
    else if (!signal.aborted && !isLost && !isRefused) this.#streamFailures += STREAM_FAILURES.withoutEvent;
    if (reason === "replaced") await this.#pauseUntilFocus(REPLACED_PAUSE);
  }

  async #poll(signal) {
    this.#isRefused = false;
    await this.#refresh({ wait: WAIT, insist: false, signal });
  }

  async #check(signal) {
    const hasNewState = await this.#refresh({ insist: false, signal });
    this.#emptyChecks = hasNewState ? 0 : this.#emptyChecks + 1;
    await this.#pauseUntilFocus(CHECK_PAUSES[Math.min(this.#emptyChecks, CHECK_PAUSES.length - 1)]);
  }

  async #pauseUntilFocus(milliseconds) {
    await this.#pause(milliseconds, (end) => (this.#endFocusPause = end));
  }

  #pause(milliseconds, started = (end) => {}) {
    return new Promise((resolve) => {
      const end = () => {
        this.#pauses.delete(end);
        this.#clock.clearTimeout(timer);
        resolve();
      };
      const timer = this.#clock.setTimeout(end, milliseconds);
      this.#pauses.add(end);
      started(end);
      if (this.#isClosed) end();
    });
  }

  #whenVisible = () => {};

  /** Waits until the client is visible. */
  #untilVisible() {
    if (this.#presence.isVisible || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => (this.#whenVisible = resolve));
  }

  /**
   * Waits until the server is no longer busy.
   * @returns {Promise<void>}
   */
  untilIdle() {
    this.#idleWait ??= this.#wait().finally(() => (this.#idleWait = null));
    return this.#idleWait;
  }

  async #wait() {
    while (this.#isBusy() && !this.#isClosed) {
      const asked = this.#clock.now();
      await this.#refresh({ wait: WAIT, insist: true });
      if (this.#isBusy() && this.#clock.now() - asked < SHORTEST_WAIT) await this.#pause(PAUSES[0]);
    }
  }
}
