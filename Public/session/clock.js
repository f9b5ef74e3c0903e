/** The server's time, so that a countdown is right on a device with a wrong clock. */
export class Clock {
  #offset = 0;
  #timer = null;
  #onWake;

  /** @param {() => void} onWake Called at the times scheduled with {@link Clock#schedule}. */
  constructor(onWake = () => {}) {
    this.#onWake = onWake;
  }

  /** @returns {number} Milliseconds since 1970, by the server's clock. */
  now() {
    return Date.now() + this.#offset;
  }

  /**
   * Sets the time from a `Date` header. The header has whole seconds only, so differences below 2 seconds are ignored.
   * @param {string|null} header
   */
  synchronize(header) {
    const offset = Date.parse(header ?? "") - Date.now();
    if (!Number.isNaN(offset)) this.#offset = Math.abs(offset) < 2000 ? 0 : offset;
  }

  /** Schedules one call of `onWake` in `delay` milliseconds, unless a call is already scheduled. */
  schedule(delay) {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#onWake();
    }, delay);
  }
}
