/**
 * All data from which the page is drawn.
 *
 * - `state`: the state to draw, or null
 * - `isPredicted`: whether the server has not confirmed it yet, as after a gesture whose result is known
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
  isPredicted = false;
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

  /** @param {() => void} onChange Called after each change. */
  constructor(onChange) {
    this.#onChange = onChange;
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

  /** Remembers what the screen in front offers, before a state of the server is shown. @param {object} state */
  rememberActions({ id, status, focus, screens, gestures }) {
    if (id !== this.state?.id) this.lastActions.clear();
    for (const key of this.lastActions.keys()) if (!screens[key]) this.lastActions.delete(key);
    if (status === "busy" || !screens[focus]) return;
    const outputs = new Set(screens[focus].outputs?.map(({ name }) => name));
    this.lastActions.set(focus, { outputs, hasBack: Boolean(gestures?.back) });
  }
}
