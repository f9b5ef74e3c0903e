import { discardQuestion, questionOf } from "./question.js";

/** The gestures that lead away from a screen. The user is asked before one discards what they have entered. */
export class Gestures {
  #store;
  #session;
  #language;
  #hasUnsentText;

  /**
   * @param {{store: object, session: object, language: import("../language.js").Language}} app
   * @param {(where: {anywhere?: boolean}) => boolean} hasUnsentText Whether the user has typed text and not sent it: into the
   *   modal in front, or `anywhere`.
   */
  constructor({ store, session, language }, hasUnsentText) {
    this.#store = store;
    this.#language = language;
    this.#session = session;
    this.#hasUnsentText = hasUnsentText;
  }

  /** Whether the user can go back or dismiss a modal. It is undefined as long as there is nothing to show. */
  get canLeave() {
    const { state, failure, expired } = this.#store;
    if (!state && !failure && !expired) return undefined;
    const { back, leave, dismiss } = state?.gestures ?? {};
    return Boolean(back ?? leave ?? dismiss);
  }

  /** Goes back or dismisses the modal in front, like the browser's back button. If there is a question, closes it instead. */
  async leave() {
    if (questionOf(this.#store)) return this.#store.change({ question: null });
    const { back, leave } = this.#store.state?.gestures ?? {};
    return back ?? leave ? this.back() : this.dismiss();
  }

  /**
   * Opens a link, which can lead away from anything that the user has entered.
   * @param {string} link
   * @returns {Promise<import("../session/session.js").Outcome>}
   */
  async open(link) {
    const open = () => this.#session.openLink(link);
    const discards = this.#hasUnsentText({ anywhere: true }) || this.#store.state?.gestures?.confirm;
    return discards ? this.#ask("link", open) : open();
  }

  /**
   * Goes back to the screen of a key, or by one.
   * @param {string} [to]
   * @param {{predicts?: boolean}} [options] `predicts`: whether to show it before the response, if the result is known.
   * @returns {Promise<import("../session/session.js").Outcome>}
   */
  back(to, { predicts } = {}) {
    return this.#perform("back", (options) => this.#session.back({ to, predicts, ...options }));
  }

  /** Dismisses the modal in front. Text that goes with it comes back on no other screen, so it asks about that, too. */
  async dismiss() {
    if (!this.#store.state?.gestures?.dismiss) return "ignored";
    const dismiss = (options) => this.#session.dismiss(options);
    return this.#hasUnsentText({}) ? this.#ask("dismiss", dismiss) : this.#perform("dismiss", dismiss);
  }

  async #perform(name, gesture) {
    const outcome = await gesture();
    return outcome === "unconfirmed" ? this.#ask(name, gesture) : outcome;
  }

  #ask(name, gesture) {
    this.#store.change({ question: discardQuestion({ store: this.#store, words: this.#language.words }, name, () => gesture({ isConfirmed: true })) });
    return "unconfirmed";
  }
}
