import { payloadOf } from "./schema.js";

/** In seconds. */
const DAY = 86_400;

/**
 * What an element needs to know besides its own description: its screen, its place on it, and how to report.
 *
 * A context is made anew for each drawing. `app` gives `{store, session, drafts, clock, redraw}`.
 */
export class Context {
  /**
   * @param {object} app
   * @param {string} key The screen's key.
   * @param {object} screen
   * @param {Map<object, object[]>} [messages] Those that go with a form, by its description.
   * @param {string} [origin] The path of the element on the screen; stable across drawings.
   */
  constructor(app, key, screen, messages = new Map(), origin = "") {
    this.app = app;
    this.key = key;
    this.screen = screen;
    this.messages = messages;
    this.origin = origin;
  }

  /** The context of a part of this element. @param {string|number} part */
  at(part) {
    return new Context(this.app, this.key, this.screen, this.messages, `${this.origin}/${part}`);
  }

  /** An id for an element in the document. @param {string} [suffix] */
  id(suffix = "") {
    return `${this.key}${this.origin}${suffix && `/${suffix}`}`.replace(/[^\w-]+/g, "-");
  }

  /** The output of a name, if it is legal now. @returns {{name: string, href: string, schema?: object}|undefined} */
  output(name) {
    return this.screen.outputs?.find((output) => output.name === name);
  }

  /** Whether the action under way was caused by this element. */
  get isPending() {
    return this.#isMine(this.app.store.pending);
  }

  /** The payload that this element has sent and that is not answered yet. */
  get pendingPayload() {
    return this.isPending ? this.app.store.pending.payload : undefined;
  }

  /** The screen's messages that go with a form. @param {object} form @returns {object[]} */
  messagesFor(form) {
    return this.messages.get(form) ?? [];
  }

  /** What was said against the payload that this element has sent last, in the shape of messages. @returns {object[]} */
  get complaints() {
    const { complaint } = this.app.store;
    if (!this.#isMine(complaint)) return [];
    return complaint.errors.map(({ pointer, code, detail }) => ({ pointer, code, level: "error", text: detail ?? code }));
  }

  /** Complains about what was typed, before anything is sent. @param {{pointer: string, detail: string}[]} errors */
  complain(errors) {
    this.app.store.change({ complaint: { screen: this.key, origin: this.origin, errors } });
  }

  /**
   * Reports an output.
   * @param {string} name
   * @param {*} [payload]
   * @returns {Promise<import("../session/session.js").Outcome>}
   */
  async report(name, payload) {
    const output = this.output(name);
    if (!output) return "ignored";
    return this.app.session.act({ href: output.href, payload, screen: this.key, origin: this.origin });
  }

  /**
   * Reports the latest of several values, once the user pauses.
   * @param {string} name The output.
   * @param {*} value
   * @param {{member: string, payload?: object, delay: number}} how `member` and `payload`: see {@link payloadOf};
   *   `delay`: how long a pause is, in milliseconds.
   */
  reportSoon(name, value, { member, payload, delay }) {
    this.app.drafts.set(this.#control, value, delay, (latest) => this.#reportLater(name, latest, member, payload));
    this.app.redraw();
  }

  /** The value given to {@link Context#reportSoon} that is not confirmed yet, else `value`. */
  latest(value) {
    const draft = this.app.drafts.get(this.#control);
    return draft ? draft.value : value;
  }

  /**
   * The time left until a moment; the screen is drawn again as it passes.
   * @param {string|undefined} moment RFC 3339.
   * @returns {string|null} As in "0:42"; the date, if it is more than a day away; null if there is none left.
   */
  timeUntil(moment) {
    const left = Math.ceil((Date.parse(moment ?? "") - this.app.clock.now()) / 1000);
    if (!(left > 0)) return null;
    if (left > DAY) return new Date(moment).toLocaleDateString(navigator.language);
    this.app.clock.wake(1000);
    const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const twoDigits = (number) => String(number).padStart(2, "0");
    return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${minutes}:${twoDigits(seconds)}`;
  }

  get #control() {
    return `${this.key} ${this.origin}`;
  }

  #isMine(something) {
    return something?.screen === this.key && something?.origin === this.origin;
  }

  /** By now, the screen may be gone or may not take the output any more. */
  async #reportLater(name, value, member, rest) {
    const { state, pending } = this.app.store;
    const screen = state?.screens?.[this.key];
    if (pending?.sending || (screen && state.status === "busy")) return "ignored";
    const output = screen?.outputs?.find((each) => each.name === name);
    if (!output) return "outdated";
    const context = new Context(this.app, this.key, screen, this.messages, this.origin);
    return context.report(name, payloadOf(value, member, output.schema, rest));
  }
}
