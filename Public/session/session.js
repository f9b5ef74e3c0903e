import { claimRemembered, claimUnshown, remember } from "./tab.js";
import { isReturn, launchOf } from "./launch.js";
import { listedSessions, listSession, unlistSession, withholdOthers } from "./list.js";
import { words } from "../words.js";

/** The number of sessions of this browser that are tried before a new one is started. */
const MOST_TRIES = 3;

/**
 * The outcome of an action, for the page.
 * @typedef {"accepted"|"rejected"|"outdated"|"ignored"|"unconfirmed"} Outcome
 *   `rejected`: the server rejected it and nothing happened. `outdated`: the state had changed. `ignored`: not sent, because
 *   the same control's action was being sent. `unconfirmed`: not sent, because the user must be asked first.
 */

/** The outcomes of the client for which the page has another word, because it tells the user itself. */
const OUTCOMES = { refused: "rejected", gone: "outdated" };

/**
 * The session of this browser tab: which session it shows, by the page's address and what this browser remembers, and what the page
 * says when the server refuses something. {@link import("../client/session.js").Session} does the rest.
 *
 * Every result is written to the {@link Store}.
 */
export class PageSession {
  #client;
  #store;
  /** Whether the page was opened at an address that names no application. */
  #isDefault = !launchOf(location).app;
  /** A state that is not shown any more, although the client has it. */
  #over = null;

  /**
   * @param {import("../client/session.js").Session} client
   * @param {import("./store.js").Store} store
   */
  constructor(client, store) {
    this.#client = client;
    this.#store = store;
    client.on("display", (display) => this.#show(display));
    client.on("state", ({ state }) => this.#remember(state));
    client.on("problem", ({ problem, screen, origin }) => this.#tell(problem, screen, origin));
    client.on("loss", (problem) => this.#replace(problem));
    // New windows of this browser must not open the earlier user's other sessions.
    client.on("otherUser", () => withholdOthers(client.id));
  }

  /**
   * Continues the session that this tab showed before, or the latest session of the application that no tab shows. Starts a
   * session if there is none. Then follows its changes.
   * @param {{isNew?: boolean, handoff?: string}} [options] `isNew` starts a session in any case. `handoff` is the code of
   *   another device's hand-off, for which the user is asked first.
   */
  async begin({ isNew = false, handoff = null } = {}) {
    if (handoff) return this.#store.change({ invitation: handoff });
    await (isNew ? this.restart() : this.#open());
  }

  /** Ends the pauses between tries. */
  retry() {
    this.#client.retry();
  }

  /** Opens the stream of events again, as through a network that has changed. */
  reconnect() {
    this.#client.reconnect();
  }

  /** Goes on with the session of the device that has handed it over, or without it. @param {boolean} isAccepted */
  async answerInvitation(isAccepted) {
    const code = this.#store.invitation;
    this.#store.change({ invitation: null });
    if (!isAccepted) return this.begin();
    try {
      await this.#client.join(code);
    } catch {
      await this.begin();
      this.#store.change({ notice: { level: "warning", text: words.handoffRefused } });
    }
  }

  async #open() {
    const launch = launchOf(location);
    const link = isReturn() ? undefined : launch.link;
    // Such a link starts a session of its own.
    if (launch.isSeparate && link) return this.#start(launch);
    const id = await claimRemembered(launch.app);
    if (!id) return this.#openListed(launch);
    try {
      await this.#client.continue(id, { link });
    } catch (failure) {
      if (!failure.losesSession && failure.status !== 404) return this.#tell(failure);
      await this.#replace(failure);
    }
  }

  /** Continues a session of this browser at the link that the address asks for. */
  async #openListed(launch) {
    let notice = null;
    for (const id of launch.isSeparate ? [] : listedSessions(launch.app).slice(0, MOST_TRIES)) {
      if (!(await claimUnshown(id))) continue;
      try {
        return await this.#client.continue(id, { link: launch.link });
      } catch (failure) {
        if (failure.isResumable) return this.#replace(failure);
        if (failure.losesSession || failure.status === 404) unlistSession(id);
        if (failure.status === 410) notice = { level: "info", text: words.expired };
      }
    }
    return this.#start(launch, notice);
  }

  /** Opens a link, unless its place is in front already. @param {string} link @returns {Promise<Outcome>} */
  async openLink(link) {
    return outcomeOf(await this.#client.openLink(link));
  }

  /**
   * Starts a new session at the place of the address.
   * @param {{isAtStart?: boolean}} [options] `isAtStart`: where the application starts.
   */
  restart({ isAtStart = false } = {}) {
    const { app, link } = launchOf(location);
    return this.#start({ app, link: isAtStart ? undefined : link });
  }

  /** Continues the expired session or starts its application again, by the request that the server has proposed. */
  async resume() {
    const { resume } = this.#store.expired;
    this.#store.change({ expired: null });
    unlistSession(this.#client.id);
    if (resume?.method !== "POST") return this.restart();
    try {
      await this.#client.resume();
    } catch {
      await this.restart();
    }
  }

  /**
   * Sends an action of the user, after the actions before it.
   * @param {import("../client/types.js").Action} action
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
    const session = { id: state.id, app: state.app, isDefault: this.#isDefault };
    remember(session);
    if (state.status === "ended") unlistSession(state.id);
    else listSession(session);
    this.#store.rememberActions(state);
  }

  async #start({ app, link }, notice = null) {
    try {
      await this.#client.start({ app, link });
      this.#store.change({ notice });
    } catch (failure) {
      if (link && [400, 404, 422].includes(failure.status)) {
        return this.#start({ app }, { level: "warning", text: words.linkRefused });
      }
      this.#end({ failure: { title: words.cannotStart, text: textOf(failure) } });
    }
  }

  /** Starts a new session if the old one is gone, or lets the user start it if the old one has expired. */
  async #replace(problem) {
    if (problem.status === 401 && !this.#client.isCredentialAccepted) return this.#stopWithoutCookies();
    // Until it is continued, the page can be opened again and ask once more.
    if (!problem.isResumable) unlistSession(this.#client.id);
    if (problem.status === 410) return this.#end({ expired: problem, notice: null });
    return this.#start(launchOf(location), { level: "info", text: words.newSession });
  }

  /** Stops: without its cookie, each further session would be lost with the first action. */
  #stopWithoutCookies() {
    unlistSession(this.#client.id);
    this.#end({ failure: { title: words.cookiesNeeded, text: words.cookiesNeededText, isOfBrowser: true }, notice: null });
  }

  /** Shows something in place of the session. */
  #end(change) {
    this.#over = this.#client.display.state;
    this.#store.change({ state: null, ...change });
  }

  /** Tells the user of a problem that is no end of the session. */
  #tell(problem, screen, origin) {
    if (problem.state) {
      this.#store.change({ notice: { level: "info", text: words.movedOn } });
    } else if (problem.status === 422 && problem.errors.length > 0 && screen) {
      // A link that is rejected has no screen on which to say so.
      this.#store.change({ validationErrors: { screen, origin, errors: problem.errors } });
    } else {
      this.#store.change({ notice: { level: "error", text: words.failed(textOf(problem)) } });
    }
  }
}

function outcomeOf({ kind }) {
  return OUTCOMES[kind] ?? kind;
}

/** The server's words about a problem. A mistake of the page itself is for its developers, in the console. */
function textOf(problem) {
  if (problem.status > 0) return problem.message;
  reportError(problem.cause ?? problem);
  return words.pageFailedText;
}
