/**
 * The outcome of an action, for the view.
 * @typedef {"accepted"|"rejected"|"outdated"|"ignored"|"unconfirmed"} Outcome
 *   `rejected`: the server rejected it and nothing happened. `outdated`: the state had changed. `ignored`: not sent, because
 *   the same control's action was being sent. `unconfirmed`: not sent, because the user must be asked first.
 */

/** The outcomes of the client for which the view has another word, because it tells the user itself. */
const OUTCOMES = { refused: "rejected", gone: "outdated" };

/**
 * The session of a view: what it shows of it, and what it says when the server refuses something. Its host decides which
 * session that is. {@link import("../client.js").Session} does the rest.
 *
 * Every result is written to the {@link Store}.
 */
export class ViewSession {
  #client;
  #store;
  #language;
  #host;
  /** A state that is not shown any more, although the client has it. */
  #over = null;
  #stops;

  /**
   * @param {import("../client.js").Session} client
   * @param {{store: import("./store.js").Store, language: import("../language.js").Language, host: import("../host.js").Host}}
   *   app
   */
  constructor(client, { store, language, host }) {
    this.#client = client;
    this.#store = store;
    this.#language = language;
    this.#host = host;
    this.#stops = [
      client.on("display", (display) => this.#show(display)),
      client.on("state", ({ state }) => this.#remember(state)),
      client.on("problem", ({ problem, screen, origin }) => this.tell(problem, screen, origin)),
      client.on("loss", (problem) => this.replace(problem)),
      client.on("otherUser", () => host.keepFromOthers?.(client.id)),
    ];
  }

  /** Leaves the session as it is, and follows it no more. */
  close() {
    for (const stop of this.#stops) stop();
  }

  /** Shows the session that the host chooses. */
  async open() {
    await this.#host.open(this, this.#client);
    const { state } = this.#client.display;
    // It was open before, as one that the application has.
    if (!state || this.#store.state) return;
    this.#store.rememberActions(state);
    this.#show(this.#client.display);
  }

  /** Ends the pauses between tries. */
  retry() {
    this.#client.retry();
  }

  /** Opens the stream of events again, as through a network that has changed. */
  reconnect() {
    this.#client.reconnect();
  }

  /** Asks the user whether to go on with the session of another device. @param {string} code The code of its hand-off. */
  invite(code) {
    this.#store.change({ invitation: code });
  }

  /** Goes on with the session of the device that has handed it over, or without it. @param {boolean} isAccepted */
  async answerInvitation(isAccepted) {
    const code = this.#store.invitation;
    this.#store.change({ invitation: null });
    if (!isAccepted) return this.open();
    try {
      await this.#client.join(code);
    } catch {
      await this.open();
      this.#store.change({ notice: { level: "warning", text: this.#words.handoffRefused } });
    }
  }

  /** Opens a link, unless its place is in front already. @param {string} link @returns {Promise<Outcome>} */
  async openLink(link) {
    return outcomeOf(await this.#client.openLink(link));
  }

  /**
   * Starts a new session as the host asks for one.
   * @param {{isAtStart?: boolean}} [options] `isAtStart`: where the application starts, and not at a link.
   */
  restart({ isAtStart = false } = {}) {
    const { link, ...launch } = this.#host.launch;
    return this.start({ ...launch, link: isAtStart ? undefined : link });
  }

  /** Continues the expired session or starts its application again, by the request that the server has proposed. */
  async resume() {
    const { resume } = this.#store.expired;
    this.#store.change({ expired: null });
    this.#host.forget?.(this.#client.id);
    if (resume?.method !== "POST") return this.restart();
    try {
      await this.#client.resume();
    } catch {
      await this.restart();
    }
  }

  /**
   * Sends an action of the user, after the actions before it.
   * @param {import("../client.js").Action} action
   * @param {{pause?: number}} [options] `pause` is the time to wait for a later value of the control, in milliseconds. Another
   *   action ends it.
   * @returns {Promise<Outcome>} Once the server has responded and its effects are done.
   */
  async act(action, options) {
    return outcomeOf(await this.#client.act(action, options));
  }

  /** The value that the user has set with a control and the server has not confirmed. @returns {{value: *}|undefined} */
  unconfirmed(control) {
    return this.#client.unconfirmed(control);
  }

  /** Reads the state again, even if nothing has changed since. */
  refresh() {
    return this.#client.refresh();
  }

  /** Selects a tab. @param {string} key @returns {Promise<Outcome>} */
  async selectTab(key) {
    return outcomeOf(await this.#client.selectTab(key));
  }

  /**
   * Goes back, if the state allows it. From the first screen of a session that is a part of another app, this ends the session.
   * @param {{to?: string, isConfirmed?: boolean, predicts?: boolean}} [options] As for the client.
   * @returns {Promise<Outcome>}
   */
  async back(options) {
    return outcomeOf(await this.#client.back(options));
  }

  /** Dismisses the modal in front, if the state allows it. @param {{isConfirmed?: boolean}} [options] As for back. */
  async dismiss(options) {
    return outcomeOf(await this.#client.dismiss(options));
  }

  /** Shows what the client displays. A session that is over is replaced by the page, which says why. */
  #show({ state, isPredicted, phase, connection, pending }) {
    const change = { isPredicted, connection, pending };
    // The user has done something else since.
    if (pending?.sending && pending !== this.#store.pending) Object.assign(change, { validationErrors: null, notice: null });
    const isShown = (phase === "open" || phase === "ended") && state !== this.#over;
    if (isShown && state !== this.#store.state) Object.assign(change, { state, failure: null, expired: null });
    this.#store.change(change);
  }

  #remember(state) {
    this.#host.remember?.(state);
    this.#store.rememberActions(state);
  }

  /**
   * Starts a session.
   * @param {import("../client.js").Launch} launch
   * @param {"expired"|"newSession"|"linkRefused"|null} [reason] The words that tell the user why.
   */
  async start({ link, ...launch }, reason = null) {
    try {
      await this.#client.start({ ...launch, link });
      this.#store.change({ notice: reason && { level: reason === "linkRefused" ? "warning" : "info", text: this.#words[reason] } });
    } catch (failure) {
      if (link && [400, 404, 422].includes(failure.status)) {
        return this.start(launch, "linkRefused");
      }
      this.fail(failure);
    }
  }

  /** Says that no session can be started. @param {import("../client.js").Problem} problem */
  fail(problem) {
    if (problem.type === "client:closed") return;
    this.#end({ failure: { title: this.#words.cannotStart, text: this.#textOf(problem) } });
  }

  /** Starts a new session if the old one is gone, or lets the user start it if the old one has expired. */
  async replace(problem) {
    if (problem.status === 401 && !this.#client.isCredentialAccepted) return this.#stopWithoutCookies();
    // Until it is continued, the page can be opened again and ask once more.
    if (!problem.isResumable) this.#host.forget?.(this.#client.id);
    if (problem.status === 410) return this.#end({ expired: problem, notice: null });
    return this.start(this.#host.launch, "newSession");
  }

  /** Stops: without its cookie, each further session would be lost with the first action. */
  #stopWithoutCookies() {
    this.#host.forget?.(this.#client.id);
    this.#end({ failure: { title: this.#words.cookiesNeeded, text: this.#words.cookiesNeededText, isOfBrowser: true }, notice: null });
  }

  /** Shows something in place of the session. */
  #end(change) {
    this.#over = this.#client.display.state;
    this.#store.change({ state: null, ...change });
  }

  /** Tells the user of a problem that is no end of the session. */
  tell(problem, screen, origin) {
    if (problem.state) {
      this.#store.change({ notice: { level: "info", text: this.#words.movedOn } });
    } else if (problem.status === 422 && problem.errors.length > 0 && screen) {
      // A link that is rejected has no screen on which to say so.
      this.#store.change({ validationErrors: { screen, origin, errors: problem.errors } });
    } else {
      this.#store.change({ notice: { level: "error", text: this.#words.failed(this.#textOf(problem)) } });
    }
  }

  /** The server's words about a problem. A mistake of the client itself is for its developers, in the console. */
  #textOf(problem) {
    if (problem.status > 0) return problem.message;
    reportError(problem.cause ?? problem);
    return this.#words.pageFailedText;
  }

  get #words() {
    return this.#language.words;
  }
}

function outcomeOf({ kind }) {
  return OUTCOMES[kind] ?? kind;
}
