import { payloadOf } from "./schema.js";

/** In seconds. */
const DAY = 86_400;

/**
 * The context of an element: its screen, its position on it, and functions to report outputs.
 *
 * A context is created for each drawing. `app` is `{store, session, drafts, formDrafts, clock, redraw}`.
 */
export class Context {
  /**
   * @param {object} app
   * @param {string} key The screen's key.
   * @param {object} screen
   * @param {Map<object, object[]>} [messages] The messages that belong to a form, by its description.
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

  /** A document id for this element. @param {string} [suffix] */
  id(suffix = "") {
    return `${this.key}${this.origin}${suffix && `/${suffix}`}`.replace(/[^\w-]+/g, "-");
  }

  /** The output with a name, if it is allowed now. @returns {{name: string, href: string, schema?: object}|undefined} */
  output(name) {
    return this.screen.outputs?.find((output) => output.name === name);
  }

  /** Whether this element caused the action in progress. */
  get isPending() {
    return this.#isMine(this.app.store.pending);
  }

  /** The payload that this element has sent and that has no response yet. */
  get pendingPayload() {
    return this.isPending ? this.app.store.pending.payload : undefined;
  }

  /** The screen's messages that belong to a form. @param {object} form @returns {object[]} */
  messagesFor(form) {
    return this.messages.get(form) ?? [];
  }

  /** The errors in the last payload of this element, in the form of messages. @returns {object[]} */
  get complaints() {
    const { complaint } = this.app.store;
    if (!this.#isMine(complaint)) return [];
    return complaint.errors.map(({ pointer, code, detail }) => ({ pointer, code, level: "error", text: detail ?? code }));
  }

  /** Shows errors in the input before anything is sent. @param {{pointer: string, detail: string}[]} errors */
  complain(errors) {
    this.app.store.change({ complaint: { screen: this.key, origin: this.origin, errors } });
  }

  /**
   * Reports an output.
   * @param {string} name
   * @param {*} [payload]
   * @param {{isSecret?: boolean}} [options] `isSecret`: the payload has a secret.
   * @returns {Promise<import("../session/session.js").Outcome>}
   */
  async report(name, payload, { isSecret = false } = {}) {
    return this.#act(name, payload, { isSecret });
  }

  async #act(name, payload, { isSecret, isDraft }) {
    const output = this.output(name);
    if (!output) return "ignored";
    return this.app.session.act({ href: output.href, payload, screen: this.key, origin: this.origin, isSecret }, { isDraft });
  }

  /** The values that the user has typed into this form and not sent. @param {object} form @returns {object|undefined} */
  draft(form) {
    return this.app.formDrafts.values(this.#control, this.key, this.#likeness(form));
  }

  /**
   * Keeps the values that the user has typed into this form.
   * @param {object} form
   * @param {object} values By field name; without secrets.
   */
  keepDraft(form, values) {
    this.app.formDrafts.set(this.#control, this.key, this.#likeness(form), values);
  }

  /** Drops the values that the user has typed into this form. */
  dropDraft() {
    this.app.formDrafts.drop(this.#control);
  }

  /**
   * Reports the latest of several values, once the user pauses.
   * @param {string} name The output.
   * @param {*} value
   * @param {{member: string, payload?: object, delay: number}} how `member` and `payload`: see {@link payloadOf};
   *   `delay`: the length of the pause, in milliseconds.
   */
  reportSoon(name, value, { member, payload, delay }) {
    this.app.drafts.set(this.#control, value, delay, (latest) => this.#reportLater(name, latest, member, payload));
    this.app.redraw();
  }

  /** The value given to {@link Context#reportSoon} that is not confirmed yet; otherwise `value`. */
  latest(value) {
    const draft = this.app.drafts.get(this.#control);
    return draft ? draft.value : value;
  }

  /**
   * The time until an instant; schedules another drawing of the screen as the time passes.
   * @param {string|undefined} time RFC 3339.
   * @returns {string|null} In the form "0:42"; the date if it is more than a day away; null if no time is left.
   */
  timeUntil(time) {
    const left = Math.ceil((Date.parse(time ?? "") - this.app.clock.now()) / 1000);
    if (!(left > 0)) return null;
    if (left > DAY) return new Date(time).toLocaleDateString(navigator.language);
    this.app.clock.wake(1000);
    const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const twoDigits = (number) => String(number).padStart(2, "0");
    return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${minutes}:${twoDigits(seconds)}`;
  }

  /** The same for the same form on another instance of this screen, opened from the same screen. */
  #likeness(form) {
    const { stack = [] } = this.app.store.state;
    return JSON.stringify([stack[stack.indexOf(this.key) - 1], this.screen.name, this.screen.title, this.origin, form]);
  }

  get #control() {
    return `${this.key} ${this.origin}`;
  }

  #isMine(something) {
    return something?.screen === this.key && something?.origin === this.origin;
  }

  /** Reports a value after the pause, unless the screen is gone or no longer allows the output. */
  async #reportLater(name, value, member, rest) {
    const { state } = this.app.store;
    const screen = state?.screens?.[this.key];
    if (screen && state.status === "busy") return "ignored";
    const output = screen?.outputs?.find((each) => each.name === name);
    if (!output) return "outdated";
    const context = new Context(this.app, this.key, screen, this.messages, this.origin);
    return context.#act(name, payloadOf(value, member, output.schema, rest), { isDraft: true });
  }
}
