/** The server's time, so that a countdown is right on a device with a wrong clock. */
export class ServerClock {
  #clock;
  #offset = 0;

  /** @param {import("./platform.js").Clock} clock */
  constructor(clock) {
    this.#clock = clock;
  }

  /** @returns {number} Milliseconds since 1970, by the server's clock. */
  now() {
    return this.#clock.now() + this.#offset;
  }

  /**
   * Sets the time from a `Date` header. The header has whole seconds only, so differences below 2 seconds are ignored.
   * @param {string|null} header
   */
  synchronize(header) {
    const offset = Date.parse(header ?? "") - this.#clock.now();
    if (!Number.isNaN(offset)) this.#offset = Math.abs(offset) < 2000 ? 0 : offset;
  }
}
