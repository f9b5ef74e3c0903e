/** The server's time, so that a countdown is right on a device whose clock is not. */
export class Clock {
  #ahead = 0;
  #timer = null;
  #onWake;

  /** @param {() => void} onWake Called at the moments asked for with {@link Clock#wake}. */
  constructor(onWake = () => {}) {
    this.#onWake = onWake;
  }

  /** @returns {number} Milliseconds since 1970, by the server's clock. */
  now() {
    return Date.now() + this.#ahead;
  }

  /**
   * Learns from a `Date` header. It counts whole seconds, so smaller differences are no difference.
   * @param {string|null} header
   */
  learn(header) {
    const ahead = Date.parse(header ?? "") - Date.now();
    if (!Number.isNaN(ahead)) this.#ahead = Math.abs(ahead) < 2000 ? 0 : ahead;
  }

  /** Asks to be woken once, in `delay` milliseconds or earlier. */
  wake(delay) {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#onWake();
    }, delay);
  }
}
