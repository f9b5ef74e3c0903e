/** The server's time, and the drawings that are due as it passes. */
export class Clock {
  #time;
  #onWake;
  #timer = null;

  /** @param {() => number} time The server's time. @param {() => void} onWake Called at the times scheduled with {@link Clock#schedule}. */
  constructor(time, onWake) {
    this.#time = time;
    this.#onWake = onWake;
  }

  /** @returns {number} Milliseconds since 1970, by the server's clock. */
  now() {
    return this.#time();
  }

  /** Schedules one call of `onWake` in `delay` milliseconds, unless a call is already scheduled. */
  schedule(delay) {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#onWake();
    }, delay);
  }

  /** Ends the wait for the scheduled call. */
  close() {
    clearTimeout(this.#timer);
  }
}
