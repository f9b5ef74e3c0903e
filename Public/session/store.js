/**
 * All that the page is drawn from, in one place.
 *
 * - `state`: the last state of the server, or null
 * - `pending`: the action under way, `{screen, origin, payload, sending}`; `sending` while it is unanswered, false
 *   while the answer said that an effect runs
 * - `complaint`: what a payload was refused for, `{screen, origin, errors: [{pointer, detail}]}`
 * - `connection`: `"online"`, `"reconnecting"` or `"unreachable"`
 * - `notice`: a passing remark of the client's own, `{level, text}`
 * - `failure`: why there is no state and won't be, `{title, text}`
 */
export class Store {
  state = null;
  pending = null;
  complaint = null;
  connection = "online";
  notice = null;
  failure = null;
  #onChange;

  /** @param {() => void} onChange Called after each change. */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {object} change New values of some of the members. */
  change(change) {
    Object.assign(this, change);
    this.#onChange();
  }

  /**
   * Takes over a state, unless a later one of the same session is already there: answers may overtake each other.
   * @param {object} state
   * @param {object} [change] Other members that change with it.
   */
  adopt(state, change = {}) {
    const isLate = this.state?.id === state.id && state.revision < this.state.revision;
    this.change({ failure: null, ...change, ...(isLate ? {} : { state }) });
  }
}
