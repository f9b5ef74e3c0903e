/**
 * The user's actions, which are sent one at a time in their order.
 *
 * An action waits while another one is being sent. Of several that wait for the same control, only the last one is sent. A
 * second click on a control is ignored while the action of the first is being sent: the user has not seen what the first one
 * did, and most double clicks are meant as one.
 *
 * An action with a `value`, such as a stepper's, can be sent after a pause in which a later value of its control replaces it.
 * It keeps its position: no later action is sent before it, and none has to wait for the end of the pause. A value that was set
 * while an earlier one is being sent follows that one, so the last value always reaches the server.
 */
export class ActionQueue {
  #send;
  #onOutcome;
  #clock;
  /** The actions that have no outcome yet, in their order. */
  #entries = [];

  /**
   * @param {(action: object, release: () => void) => Promise<import("./types.js").Outcome>} send Sends an action and returns its
   *   outcome. It calls `release` as soon as the next action may be sent.
   * @param {() => void} onOutcome Called when an action has its outcome, so that its control shows the server's value again.
   * @param {import("./platform.js").Clock} clock
   */
  constructor(send, onOutcome, clock) {
    this.#send = send;
    this.#onOutcome = onOutcome;
    this.#clock = clock;
  }

  /**
   * @param {{control?: string, value?: *}} action `control` is the control that causes it. It is missing if each of its actions
   *   counts, as with two presses on Back. `value` is the value that the user has set with the control.
   * @param {number} [pause] The time to wait for a later value, in milliseconds.
   * @returns {Promise<import("./types.js").Outcome>}
   */
  add(action, pause = 0) {
    if (!isValue({ action }) && this.#entries.some((entry) => entry.stage === "sending" && isSameControl(entry, action))) {
      return Promise.resolve({ kind: "ignored" });
    }
    const entry = this.#replaceable(action) ?? this.#append();
    entry.action = action;
    this.#clock.clearTimeout(entry.timer);
    entry.isDue = pause === 0;
    if (!entry.isDue) entry.timer = this.#clock.setTimeout(() => this.#isDue(entry), pause);
    this.#sendNext();
    return entry.outcome;
  }

  /** The actions that have no response yet, in their order. @returns {object[]} */
  get unanswered() {
    return this.#entries.filter(({ stage }) => stage !== "sent").map(({ action }) => action);
  }

  /** Ends the pauses, so that nothing is left to wait for. */
  close() {
    for (const entry of this.#entries) {
      this.#clock.clearTimeout(entry.timer);
      entry.isDue = true;
    }
    this.#sendNext();
  }

  /** The last value set with a control that the server has not confirmed. @returns {{value: *}|undefined} */
  unconfirmed(control) {
    return this.#entries.findLast((entry) => isValue(entry) && entry.action.control === control)?.action;
  }

  #append() {
    const entry = { stage: "waiting" };
    entry.outcome = new Promise((resolve) => (entry.resolve = resolve));
    this.#entries.push(entry);
    return entry;
  }

  /**
   * The waiting action that another one of its control replaces. A value that the user set before a different action is not
   * replaced.
   */
  #replaceable(action) {
    const index = this.#entries.findLastIndex((entry) => entry.stage === "waiting" && isSameControl(entry, action));
    const isBefore = isValue({ action }) && !this.#entries.slice(index + 1).every(isValue);
    return isBefore ? undefined : this.#entries[index];
  }

  #isDue(entry) {
    entry.isDue = true;
    this.#sendNext();
  }

  /** Sends the first of the waiting actions as soon as it or one after it is due. */
  #sendNext() {
    const waiting = this.#entries.filter(({ stage }) => stage === "waiting");
    if (this.#entries.some(({ stage }) => stage === "sending") || !waiting.some(({ isDue }) => isDue)) return;
    const [entry] = waiting;
    this.#clock.clearTimeout(entry.timer);
    entry.stage = "sending";
    const release = () => {
      if (entry.stage !== "sending") return;
      entry.stage = "sent";
      this.#sendNext();
    };
    const end = () => {
      this.#entries.splice(this.#entries.indexOf(entry), 1);
      release();
      this.#onOutcome();
    };
    this.#send(entry.action, release).finally(end).then(entry.resolve);
  }
}

function isValue({ action }) {
  return "value" in action;
}

function isSameControl({ action }, { control }) {
  return control !== undefined && action.control === control;
}
