/** The pause before another attempt while another action is in progress, in milliseconds. */
const RETRY = 100;

/**
 * Values that the user has changed and the server has not confirmed: a stepper pressed three times, a search being typed.
 *
 * Only the latest value is sent, once the user pauses and no other action is in progress. The control shows it until the
 * server has responded.
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
    const draft = { value };
    draft.timer = setTimeout(() => this.#attempt(control, draft, send), delay);
    this.#drafts.set(control, draft);
  }

  async #attempt(control, draft, send) {
    const outcome = await send(draft.value);
    if (this.#drafts.get(control) !== draft) return;
    if (outcome === "ignored") {
      draft.timer = setTimeout(() => this.#attempt(control, draft, send), RETRY);
      return;
    }
    this.#drafts.delete(control);
    this.#onChange();
  }
}
