import { payloadOf } from "./schema.js";

/** In seconds. */
const DAY = 86_400;

/**
 * The context of an element: its screen, its position on it, and functions to report outputs.
 *
 * A context is created for each drawing. `app` is `{store, session, rows, formDrafts, clock, redraw}`.
 */
export class Context {
  /**
   * @param {object} app
   * @param {string} key The screen's key.
   * @param {object} screen
   * @param {Map<object, object[]>} [messages] The messages that belong to a form, by its description.
   * @param {string} [origin] The path of the element on the screen, which is stable across drawings.
   */
  constructor(app, key, screen, messages = new Map(), origin = "") {
    this.app = app;
    this.key = key;
    this.screen = screen;
    this.messages = messages;
    this.origin = origin;
    /** The highest rank that a heading can have here without one being left out. */
    this.rank = 2;
  }

  /** The context of a part of this element. @param {string|number} part */
  at(part) {
    const context = new Context(this.app, this.key, this.screen, this.messages, `${this.origin}/${part}`);
    context.rank = this.rank;
    return context;
  }

  /** A document id for this element. @param {string} [suffix] */
  id(suffix = "") {
    return `${this.key}${this.origin}${suffix && `/${suffix}`}`.replace(/[^\w-]+/g, "-");
  }

  /** The language of the view, which writes prices and times. @returns {import("../language.js").Language} */
  get language() {
    return this.app.language;
  }

  /** The view's own texts. */
  get words() {
    return this.app.language.words;
  }

  /** The output with a name, if it is allowed now. @returns {{name: string, href: string, schema?: object}|undefined} */
  output(name) {
    return outputOf(this.screen, name) ?? (this.#isCovered && this.#wasAvailable(name) ? { name } : undefined);
  }

  /** Whether the user has chosen this part last, and so got to the screen that covers its own or is beside it. */
  get isChosen() {
    return this.#isCovered && this.app.chosen.get(this.key) === this.origin;
  }

  /** Whether another screen of the same stack covers this one, or is beside it. The state lists no outputs of it. */
  get #isCovered() {
    const { stack = [], focus } = this.app.store.state;
    return this.key !== focus && stack.includes(this.key);
  }

  /** Whether an output was possible when this screen was in front last. */
  #wasAvailable(name) {
    return this.app.store.lastActions.get(this.key)?.outputs.has(name) ?? true;
  }

  /**
   * Whether an output is missing only because the screen is covered or waits for an effect. Its controls keep their look then,
   * and the focus.
   */
  isTemporarilyUnavailable(name) {
    const { state } = this.app.store;
    const isInFront = state.focus === this.key && state.status !== "busy";
    return !isInFront && !this.output(name) && this.#wasAvailable(name);
  }

  /**
   * The attributes of a control that reports an output.
   *
   * The control that was pressed stays enabled while it works, because a disabled control loses the focus. For the same reason
   * a control stays enabled while its output is temporarily unavailable.
   * @param {string} name @param {boolean} [isPossible] Whether the control itself allows it.
   */
  controlAttributes(name, isPossible = true) {
    const isTemporarilyUnavailable = isPossible && this.isTemporarilyUnavailable(name);
    const isEnabled = isPossible && Boolean(this.output(name));
    return { disabled: !isEnabled && !isTemporarilyUnavailable && !this.isPending, "aria-disabled": isTemporarilyUnavailable ? "true" : null };
  }

  /** The rows of a source. @param {{name: string, version: string}} source @returns {import("../client.js").RowList} */
  rows(source) {
    return this.app.rows.list(this.key, source);
  }

  /** Asks for the next page of rows. @param {import("../client.js").RowList} list */
  loadMoreRows(list) {
    this.app.rows.loadMore(list);
    this.app.redraw();
  }

  /** Whether this element caused the action in progress. */
  get isPending() {
    return this.#isMine(this.app.store.pending);
  }

  /** The screen's messages that belong to a form. @param {object} form @returns {object[]} */
  messagesFor(form) {
    return this.messages.get(form) ?? [];
  }

  /** The errors in the last payload of this element, in the form of messages. @returns {object[]} */
  get validationMessages() {
    const { validationErrors } = this.app.store;
    if (!this.#isMine(validationErrors)) return [];
    return validationErrors.errors.map(({ pointer, code, detail }) => ({ pointer, code, level: "error", text: detail ?? code }));
  }

  /** Shows errors in the input before anything is sent. @param {{pointer: string, detail: string}[]} errors */
  showValidationErrors(errors) {
    this.app.store.change({ validationErrors: { screen: this.key, origin: this.origin, errors } });
  }

  /**
   * Reports an output.
   * @param {string} name
   * @param {*} [payload]
   * @param {{isSecret?: boolean}} [options] `isSecret`: the payload has a secret.
   * @returns {Promise<import("../session/session.js").Outcome>}
   */
  async report(name, payload, { isSecret = false } = {}) {
    if (!this.output(name)) return "ignored";
    this.app.chosen.set(this.key, this.origin);
    return this.#inFront(() => this.#act(name, () => payload, { isSecret }));
  }

  /**
   * Reports the last of several values that the user sets, even if earlier ones are being sent.
   * @param {string} name The output.
   * @param {*} value
   * @param {{member: string, payload?: object, pause?: number}} how {@link payloadOf} describes `member` and `payload`. `pause`
   *   is the time to wait for a later value, in milliseconds.
   * @returns {Promise<import("../session/session.js").Outcome>}
   */
  reportValue(name, value, { member, payload, pause } = {}) {
    const act = () => this.#act(name, (schema) => payloadOf(value, member, schema, payload), { value }, { pause });
    const outcome = this.#inFront(act);
    this.app.redraw();
    return outcome;
  }

  /** The value given to {@link Context#reportValue} if it is not confirmed yet, otherwise `value`. */
  latest(value) {
    const unconfirmed = this.app.session.unconfirmed({ screen: this.key, origin: this.origin });
    return unconfirmed ? unconfirmed.value : value;
  }

  /** Acts on this screen. If another screen is beside it, leaves that one first, and draws both steps as one change. */
  #inFront(act) {
    if (!this.#isCovered) return act();
    return this.app.batch(async () => {
      const outcome = await this.app.gestures.back(this.key, { predicts: false });
      return outcome === "accepted" ? act() : outcome;
    });
  }

  #act(name, payloadFor, more, options) {
    const request = ({ screens }) => {
      const output = outputOf(screens[this.key], name);
      return output && { href: output.href, payload: payloadFor(output.schema) };
    };
    return this.app.session.act({ request, screen: this.key, origin: this.origin, ...more }, options);
  }

  /** The values that the user has typed into this form and not sent. @param {object} form @returns {object|undefined} */
  draft(form) {
    return this.app.formDrafts.values(this.#control, this.key, this.#formSignature(form));
  }

  /**
   * Keeps the values that the user has typed into this form.
   * @param {object} form
   * @param {object} values By field name, without secrets.
   */
  keepDraft(form, values) {
    this.app.formDrafts.set(this.#control, this.key, this.#formSignature(form), values);
  }

  /** Drops the values that the user has typed into this form. */
  dropDraft() {
    this.app.formDrafts.drop(this.#control);
  }

  /**
   * The time until an instant. Schedules another drawing of the screen as the time passes.
   * @param {string|undefined} time RFC 3339.
   * @returns {string|null} In the form "0:42", as a date if it is more than a day away, or null if no time is left.
   */
  timeUntil(time) {
    const left = Math.ceil((Date.parse(time ?? "") - this.app.clock.now()) / 1000);
    if (!(left > 0)) return null;
    if (left > DAY) return this.language.date(time);
    this.app.clock.schedule(1000);
    const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const twoDigits = (number) => String(number).padStart(2, "0");
    return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${minutes}:${twoDigits(seconds)}`;
  }

  /** The same for the same form on another instance of this screen, opened from the same screen. */
  #formSignature(form) {
    const { stack = [] } = this.app.store.state;
    return JSON.stringify([stack[stack.indexOf(this.key) - 1], this.screen.name, this.screen.title, this.origin, form]);
  }

  get #control() {
    return `${this.key} ${this.origin}`;
  }

  #isMine(something) {
    return something?.screen === this.key && something?.origin === this.origin;
  }
}

function outputOf(screen, name) {
  return screen?.outputs?.find((output) => output.name === name);
}
