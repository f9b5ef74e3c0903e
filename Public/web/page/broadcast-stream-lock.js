/** The question whether a page has the stream, and the message that a page has taken it. */
const STREAM = "usher-stream";

/**
 * The right to have a stream, as {@link import("./stream-lock.js").StreamLock}, for pages without TLS.
 *
 * A page takes it if no other page answers that it has it, or tells the others that it takes it. If two pages take it at
 * once, both lose it and try again later.
 */
export class BroadcastStreamLock {
  isHeld = false;
  #onLoss = () => {};
  #channel;

  /** @param {import("./page-channel.js").PageChannel} channel */
  constructor(channel) {
    this.#channel = channel;
    channel.onQuery((question) => question === STREAM && this.isHeld && !document.hidden);
    channel.onMessage((message) => {
      if (message !== STREAM || !this.isHeld) return;
      this.isHeld = false;
      this.#onLoss();
    });
  }

  /**
   * Takes the right if no page has it.
   * @param {boolean} steals Whether to take it from another page, too.
   * @param {() => void} onLoss Called when another page has taken the right.
   * @returns {Promise<boolean>} Whether this page has it.
   */
  async acquire(steals, onLoss) {
    this.#onLoss = onLoss;
    if (this.isHeld) return true;
    if (!steals && (await this.#channel.query(STREAM))) return false;
    this.isHeld = true;
    this.#channel.send(STREAM);
    return true;
  }

  /** Leaves the right to others. */
  release() {
    this.isHeld = false;
  }
}
