import { reporting } from "../reporting.js";

/**
 * All data from which the page is drawn.
 *
 * - `state`: the last state of the server, or null
 * - `pending`: the action in progress, `{screen, origin, sending}`. `sending` is true until the server has responded, and false
 *   while an effect still runs
 * - `validationErrors`: the reasons why a payload was rejected, `{screen, origin, errors: [{pointer, detail}]}`
 * - `connection`: `"online"`, `"reconnecting"` or `"unreachable"`
 * - `notice`: a temporary message of the client itself, `{level, text}`
 * - `failure`: the reason why there is no state and will be none, `{title, text, isOfBrowser}`. `isOfBrowser`: the browser has
 *   to change before there can be one
 * - `expired`: the problem that ended the session, until the user starts another one
 * - `devices`: the dialog for other devices, while it is open, as {@link Devices} describes
 * - `invitation`: the code of another device's hand-off that the user has not accepted yet
 * - `question`: a question of the client itself, `{screen, title, text, actions: [{label, role, press}]}`, as long as the
 *   screen is in front
 */
export class Store {
  state = null;
  pending = null;
  validationErrors = null;
  connection = "online";
  notice = null;
  failure = null;
  expired = null;
  question = null;
  devices = null;
  invitation = null;
  /** By the key of each screen, when it was in front last: the names of its outputs, and whether there was a way back. */
  lastActions = new Map();
  #onChange;
  #followers;

  /**
   * @param {() => void} onChange Called after each change.
   * @param {...((state: object, cause?: {screen?: string, origin: string}) => void)} followers Each is called before a state is
   *   drawn, with the action in progress as `cause`. An error of one prevents neither that the state is stored nor that the
   *   others are called.
   */
  constructor(onChange, ...followers) {
    this.#onChange = onChange;
    this.#followers = followers;
  }

  /** Whether there is nothing to show yet. */
  get isLoading() {
    return !this.state && !this.failure && !this.expired && !this.invitation;
  }

  /** @param {object} change New values of some of the members. */
  change(change) {
    Object.assign(this, change);
    this.#onChange();
  }

  /**
   * Sets the state, unless there is a later one of the same session already: responses may arrive out of order.
   * @param {object} state
   * @param {object} [change] Other members that change with it.
   */
  setState(state, change = {}) {
    const isLate = this.state?.id === state.id && state.revision < this.state.revision;
    if (!isLate) {
      this.#rememberActions(state);
      for (const follow of this.#followers) reporting(() => follow(state, this.pending ?? undefined));
    }
    this.change({ failure: null, expired: null, ...change, ...(isLate ? {} : { state }) });
  }

  #rememberActions({ id, status, focus, screens, gestures }) {
    if (id !== this.state?.id) this.lastActions.clear();
    for (const key of this.lastActions.keys()) if (!screens[key]) this.lastActions.delete(key);
    if (status === "busy" || !screens[focus]) return;
    const outputs = new Set(screens[focus].outputs?.map(({ name }) => name));
    this.lastActions.set(focus, { outputs, hasBack: Boolean(gestures?.back) });
  }
}
