import { isDenied, requestLock } from "./locks.js";

/** The name of the lock that the page with the stream holds. */
const LOCK = "usher-stream";

/**
 * The right of one page of this origin to have a stream.
 *
 * A browser opens six connections to a server at most, for all windows together. So only the page that the user looks at has a
 * stream. It takes the right from the page that had it.
 */
export class StreamLock {
  #release = null;

  get isHeld() {
    return this.#release !== null;
  }

  /**
   * Takes the right if no page has it.
   * @param {boolean} steals Whether to take it from another page, too.
   * @param {() => void} onLoss Called when another page has taken the right.
   * @returns {Promise<boolean>} Whether this page has it.
   */
  acquire(steals, onLoss) {
    if (this.isHeld) return Promise.resolve(true);
    const options = steals ? { steal: true } : { ifAvailable: true };
    return new Promise((resolve) => {
      const hold = (lock) => {
        if (!lock) return resolve(false);
        return new Promise((release) => {
          this.#release = release;
          resolve(true);
        });
      };
      requestLock(LOCK, options, hold).catch((failure) => {
        if (isDenied(failure)) {
          this.#release = () => {};
          return resolve(true);
        }
        // Another page has stolen the lock.
        this.#release = null;
        resolve(false);
        onLoss();
      });
    });
  }

  /** Leaves the right to others. */
  release() {
    this.#release?.();
    this.#release = null;
  }
}
