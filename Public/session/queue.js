/**
 * The user's actions, which are sent one at a time in their order.
 *
 * An action waits while another one is being sent. Of several that wait for the same control, only the last one is sent, and
 * a second click on the control whose action is being sent is ignored.
 */
export class ActionQueue {
  #send;
  #waiting = [];
  #current = null;

  /**
   * @param {(action: object, release: () => void) => Promise<string>} send Sends an action and returns its outcome; calls
   *   `release` as soon as the next action may be sent.
   */
  constructor(send) {
    this.#send = send;
  }

  /**
   * @param {{href: string, payload?: *, screen?: string, origin?: string}} action
   * @returns {Promise<import("./session.js").Outcome>}
   */
  add(action) {
    const control = controlOf(action);
    if (action.screen && control === this.#current?.control) return Promise.resolve("ignored");
    const earlier = control && this.#waiting.find((entry) => entry.control === control);
    if (earlier) {
      earlier.action = action;
      return earlier.outcome;
    }
    const entry = { action, control };
    entry.outcome = new Promise((resolve) => (entry.resolve = resolve));
    this.#waiting.push(entry);
    this.#sendNext();
    return entry.outcome;
  }

  #sendNext() {
    if (this.#current || this.#waiting.length === 0) return;
    const entry = this.#waiting.shift();
    this.#current = entry;
    const release = () => {
      if (this.#current !== entry) return;
      this.#current = null;
      this.#sendNext();
    };
    this.#send(entry.action, release).finally(release).then(entry.resolve);
  }
}

/**
 * The control of an action; null if all of its actions count, as of two presses on Back.
 *
 * All tabs are one control: the tab that was chosen last is wanted.
 */
function controlOf({ screen, origin }) {
  if (screen) return `${screen} ${origin}`;
  return origin?.startsWith("tab ") ? "tabs" : null;
}
