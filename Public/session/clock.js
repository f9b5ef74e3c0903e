/** The server's time, so that a countdown is right on a device whose clock is wrong. */
export class Clock {
  #ahead = 0;
  #timer = null;
  #onWake;

  /** @param {() => void} onWake Called at the times scheduled with {@link Clock#wake}. */
  constructor(onWake = () => {}) {
    this.#onWake = onWake;
  }

  /** @returns {number} Milliseconds since 1970, by the server's clock. */
  now() {
    return Date.now() + this.#ahead;
  }

  /**
   * Sets the time from a `Date` header. The header has whole seconds only, so differences below 2 seconds are ignored.
   * @param {string|null} header
   */
  learn(header) {
    const ahead = Date.parse(header ?? "") - Date.now();
    if (!Number.isNaN(ahead)) this.#ahead = Math.abs(ahead) < 2000 ? 0 : ahead;
  }

  /** Schedules one call of `onWake` in `delay` milliseconds; ignored if a call is already scheduled. */
  wake(delay) {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#onWake();
    }, delay);
  }
}
