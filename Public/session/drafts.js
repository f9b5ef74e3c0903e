/** Until when to look again whether another action is still under way, in milliseconds. */
const RETRY = 100;

/**
 * Values that are ahead of the server: a stepper pressed thrice, a search being typed.
 *
 * Only the latest value is sent, once the user pauses and nothing else is under way; until its answer is there, it is
 * what the control shows.
 */
export class Drafts {
  #drafts = new Map();
  #onChange;

  /** @param {() => void} onChange Called when a control shows what the server says again. */
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
   * @param {number} delay How long to wait for a later value, in milliseconds.
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
