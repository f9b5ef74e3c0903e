/** The pause before another attempt while the value before is being sent, in milliseconds. */
const RETRY = 100;

/**
 * Values that the user has changed and the server has not confirmed: a stepper pressed three times, a search being typed.
 *
 * Only the latest value is sent, once the user pauses, and before any other action. The control shows it until the server
 * has responded.
 */
export class Drafts {
  #drafts = new Map();
  #onChange;

  /** @param {() => void} onChange Called when a control shows the server's value again. */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {string} control @returns {{value: *}|undefined} The value that the server has not confirmed yet. */
  get(control) {
    return this.#drafts.get(control);
  }

  /**
   * @param {string} control
   * @param {*} value
   * @param {number} delay The time to wait for a later value, in milliseconds.
   * @param {(value: *) => Promise<import("./session.js").Outcome>} send
   */
  set(control, value, delay, send) {
    clearTimeout(this.#drafts.get(control)?.timer);
    const draft = { value, send };
    draft.timer = setTimeout(() => this.#attempt(control, draft), delay);
    // Removed first, so that the drafts are in the order of their last changes.
    this.#drafts.delete(control);
    this.#drafts.set(control, draft);
  }

  /** Sends all values that wait, in the order in which they were set. */
  flush() {
    for (const [control, draft] of [...this.#drafts]) {
      if (!draft.timer) continue;
      clearTimeout(draft.timer);
      this.#attempt(control, draft);
    }
  }

  async #attempt(control, draft) {
    draft.timer = null;
    const outcome = await draft.send(draft.value);
    if (this.#drafts.get(control) !== draft) return;
    if (outcome === "ignored") {
      draft.timer = setTimeout(() => this.#attempt(control, draft), RETRY);
      return;
    }
    this.#drafts.delete(control);
    this.#onChange();
  }
}
