import { ActionQueue } from "./queue.js";
import { claimRemembered, claimUnshown, remember } from "./tab.js";
import { isReturn, launchOf } from "./launch.js";
import { listedSessions, listSession, unlistSession, withholdOthers } from "./list.js";
import { isConnectionError } from "./request.js";
import { Problem } from "./problem.js";
import { Watch } from "./watch.js";
import { words } from "../words.js";

/** The number of sessions of this browser that are tried before a new one is started. */
const MOST_TRIES = 3;
/** The number of revisions for which an action is sent at most. */
const MOST_CONDITIONS = 20;
/** The time after a secret was sent in which a renewed credential is its effect, in milliseconds. */
const RENEWAL_WINDOW = 5_000;

/**
 * The outcome of an action.
 * @typedef {"accepted"|"rejected"|"outdated"|"ignored"|"unconfirmed"} Outcome
 *   `rejected`: the server rejected it and nothing happened. `outdated`: the state had changed. `ignored`: not sent, because
 *   the same control's action was being sent. `unconfirmed`: not sent, because the user must be asked first.
 */

/**
 * An action of the user.
 * @typedef {object} Action
 * @property {(state: object) => {href: string, payload?: *, isUnconfirmed?: boolean}|undefined} request The request for a
 *   state, or undefined if the state doesn't allow the action any more. `isUnconfirmed`: the state asks for a confirmation,
 *   which is missing.
 * @property {string} [screen] The screen that reports. A gesture has none. With `origin`, it identifies the control.
 * @property {string} [origin]
 * @property {*} [value] The value that the user has set with the control. {@link ActionQueue} describes when it is sent.
 * @property {boolean} [isSecret] The payload has a secret, so the server may renew the credential.
 */

/**
 * The session of this tab: starts it or continues an earlier one, sends the user's actions in their order, replaces it when it
 * is gone.
 *
 * Every result is written to the {@link Store}.
 */
export class Session {
  #client;
  #store;
  /** Whether the page was opened at an address that names no application. */
  #isDefault = !launchOf(location).app;
  #watch;
  #queue;
  #onOtherUser;
  #onResumption;
  /** The response to the last action. */
  #posting = Promise.resolve();
  /** The time until which a renewed credential is the effect of a secret that this page has sent. */
  #renewsUntil = 0;

  /**
   * @param {import("./client.js").Client} client
   * @param {import("./store.js").Store} store
   * @param {object} [reactions]
   * @param {() => void} [reactions.onOtherUser] Called when the user of the session has changed: signed out, or in elsewhere.
   * @param {(id: string, state: object) => void} [reactions.onResumption] Called when an expired session, by its id, goes on in
   *   another one, before the first state of that one is drawn.
   */
  constructor(client, store, { onOtherUser = () => {}, onResumption = () => {} } = {}) {
    this.#client = client;
    this.#store = store;
    this.#onOtherUser = onOtherUser;
    this.#onResumption = onResumption;
    this.#queue = new ActionQueue((action, release) => this.#send(action, release), () => store.change({}));
    this.#watch = new Watch({
      refresh: (options) => this.#refresh(options),
      stream: (options) => this.#stream(options),
      untilSent: () => this.#posting.then(() => {}, () => {}),
      isBusy: () => this.#isBusy,
      isOpen: () => this.#store.state !== null && this.#store.state.status !== "ended",
    });
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
    this.#watch.follow();
  }

  /** Opens the stream of events again, as through a network that has changed. */
  reconnect() {
    this.#watch.reconnect();
  }

  /** Goes on with the session of the device that has handed it over, or without it. @param {boolean} isAccepted */
  async answerInvitation(isAccepted) {
    const code = this.#store.invitation;
    this.#store.change({ invitation: null });
    if (!isAccepted) return this.begin();
    try {
      this.#setState(await this.#client.join(code));
      await this.#watch.untilIdle();
      this.#watch.follow();
    } catch (failure) {
      await this.begin();
      this.#store.change({ notice: { level: "warning", text: words.handoffRefused } });
    }
  }

  async #open() {
    const launch = launchOf(location);
    const opensLink = launch.link && !isReturn();
    // Such a link starts a session of its own.
    if (launch.isSeparate && opensLink) return this.#start(launch);
    const id = await claimRemembered(launch.app);
    if (!id) return this.#openListed(launch);
    try {
      this.#setState(await this.#client.open(id));
      await this.#watch.untilIdle();
      if (opensLink) await this.openLink(launch.link);
    } catch (failure) {
      await this.#replace(failure);
    }
  }

  /** Continues a session of this browser at the link that the address asks for. */
  async #openListed(launch) {
    let notice = null;
    for (const id of launch.isSeparate ? [] : listedSessions(launch.app).slice(0, MOST_TRIES)) {
      if (!(await claimUnshown(id))) continue;
      try {
        this.#setState(await this.#client.open(id));
        await this.#watch.untilIdle();
        return launch.link && (await this.openLink(launch.link));
      } catch (failure) {
        if (failure.isResumable) return this.#replace(failure);
        if (failure.losesSession || failure.status === 404) unlistSession(id);
        if (failure.status === 410) notice = { level: "info", text: words.expired };
      }
    }
    return this.#start(launch, notice);
  }

  /**
   * Opens a link, unless its place is in front already.
   * @param {string} link
   * @returns {Promise<Outcome>}
   */
  openLink(link) {
    if (this.#store.state?.link === link) return Promise.resolve("accepted");
    return this.act({ request: () => ({ href: this.#client.hrefOfLinks, payload: { url: link } }), origin: "link" });
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
    const { resume, isResumable } = this.#store.expired;
    const { id } = this.#client;
    this.#store.change({ expired: null });
    unlistSession(id);
    if (resume?.method !== "POST") return this.restart();
    try {
      const state = await this.#client.resume(resume);
      if (isResumable) this.#onResumption(id, state);
      this.#setState(state);
      await this.#watch.untilIdle();
    } catch {
      await this.restart();
    }
  }

  /** Call this when a request finds that another one has replaced the credential of the session. */
  credentialRenewed() {
    if (Date.now() > this.#renewsUntil) this.#userChanged();
  }

  /** New windows of this browser must not open the earlier user's other sessions, and the page drops what that user has typed. */
  #userChanged() {
    withholdOthers(this.#client.id);
    this.#onOtherUser();
  }

  /**
   * Sends an action of the user, after the actions before it.
   * @param {Action} action
   * @param {{pause?: number}} [options] `pause` is the time to wait for a later value of the control, in milliseconds. Another
   *   action ends it.
   * @returns {Promise<Outcome>} Once the server has responded and its effects are done.
   */
  act(action, { pause } = {}) {
    const session = this.#store.state?.id;
    return this.#queue.add({ control: this.#controlOf(action), ...action, session }, pause);
  }

  /** The value that the user has set with a control and the server has not confirmed. @returns {{value: *}|undefined} */
  unconfirmed(control) {
    return this.#queue.unconfirmed(this.#controlOf(control));
  }

  /** The identity of a control among the controls of all sessions. A gesture has none. */
  #controlOf({ screen, origin }) {
    return screen && `${this.#store.state?.id} ${screen} ${origin}`;
  }

  async #send({ session, screen, origin, request, isSecret }, release) {
    // While an effect runs the screen reports nothing, but the user may still go back.
    if (screen) await this.#watch.untilIdle().catch(() => {});
    const { state } = this.#store;
    const { href, payload, isUnconfirmed, about } = (state?.id === session && request(state)) || {};
    if (!href) return "outdated";
    if (isUnconfirmed) return "unconfirmed";
    let mine = { screen, origin, sending: true };
    this.#store.change({ pending: mine, validationErrors: null, notice: null });
    if (isSecret) this.#renewsUntil = Infinity;
    try {
      // A secret renews it for the same user. Anything else that does is a log-out or as good as one.
      const onRenewal = () => isSecret || this.#userChanged();
      // The meaning of a report depends on what the user has read.
      this.#posting = this.#post(href, payload, state, screen, { about: screen ? "content" : about, onRenewal });
      const next = await this.#posting;
      mine = next.status === "busy" ? { ...mine, sending: false } : null;
      this.#setState(next, { pending: mine });
      release();
      await this.#watch.untilIdle();
      return this.#isRejected(screen) ? "rejected" : "accepted";
    } catch (failure) {
      return await this.#handleFailure(failure, { screen, origin });
    } finally {
      if (isSecret) this.#renewsUntil = Date.now() + RENEWAL_WINDOW;
      if (mine && this.#store.pending === mine) this.#store.change({ pending: null });
    }
  }

  /**
   * Sends the action. If the screen has changed and the control that the user has pressed looks the same, sends it again for the new
   * revision, which beside live data may be several times.
   */
  async #post(href, payload, seen, screen, options) {
    for (let state = seen, attempt = 1; ; attempt += 1) {
      try {
        return await this.#client.post(href, payload, state, options);
      } catch (failure) {
        const isSame = failure.status === 412 && failure.state && meansSame(href, payload, screen, seen, failure.state);
        if (!isSame || attempt === MOST_CONDITIONS) throw failure;
        state = failure.state;
      }
    }
  }

  /** Reads the state again, even if nothing has changed since. */
  async refresh() {
    await this.#refresh({ insist: true });
  }

  /** Selects a tab. @param {string} key @returns {Promise<Outcome>} */
  selectTab(key) {
    const request = () => ({ href: this.#client.hrefOfTab(key), payload: {} });
    // The tab that was chosen last is wanted.
    return this.act({ request, origin: `tab ${key}`, control: "tabs", value: key });
  }

  /**
   * Goes back, if the state allows it. From the first screen of a session that is a part of another app, this ends the session.
   * @param {{to?: string, isConfirmed?: boolean}} [options] `to` is the key of the screen to go to, instead of going back by
   *   one. `isConfirmed`: the user has agreed that this discards what they have entered.
   * @returns {Promise<Outcome>}
   */
  back({ to, isConfirmed } = {}) {
    const { back, leave } = this.#store.state?.gestures ?? {};
    return this.#gesture(leave && !back ? "leave" : "back", to ? { to } : {}, isConfirmed);
  }

  /** Dismisses the modal in front, if the state allows it. @param {{isConfirmed?: boolean}} [options] As for back. */
  dismiss({ isConfirmed } = {}) {
    return this.#gesture("dismiss", {}, isConfirmed);
  }

  async #gesture(name, payload, isConfirmed = false) {
    // Whether to ask is decided when the gesture is sent, because an action before it can change that.
    const request = ({ gestures: { [name]: href, confirm } = {} }) =>
      href && { href, payload, about: "screen", isUnconfirmed: !isConfirmed && confirm?.gestures?.includes(name) };
    const { state } = this.#store;
    return state && request(state) ? this.act({ request, origin: isConfirmed ? "discard" : name }) : "ignored";
  }

  get #isBusy() {
    return this.#store.state?.status === "busy";
  }

  #setState(state, change) {
    const session = { id: state.id, app: state.app, isDefault: this.#isDefault };
    remember(session);
    if (state.status === "ended") unlistSession(state.id);
    else listSession(session);
    this.#store.setState(state, change);
    // Nothing changes any more.
    if (state.status === "ended") this.#watch.reconnect();
  }

  /** Whether the action was rejected for business reasons, which is a message on its screen instead of an HTTP error. */
  #isRejected(screen) {
    const messages = this.#store.state?.screens[screen]?.messages ?? [];
    return messages.some(isUrgent);
  }

  async #refresh(options) {
    const { state } = this.#store;
    if (!state) return false;
    try {
      const newer = await this.#client.refresh(state, options);
      if (newer) this.#setState(newer);
      return Boolean(newer);
    } catch (failure) {
      // A background refresh fails silently, unless the session is gone.
      const matters = options.insist || failure.losesSession;
      if (failure instanceof Problem && matters) await this.#replace(failure);
      else if (options.insist) throw failure;
      return false;
    }
  }

  /** Stores the states of a stream until it ends, and tells how it ended, as {@link Watch} describes. */
  async #stream({ signal }) {
    let isUseful = false;
    const events = this.#client.stream(this.#store.state, { signal });
    try {
      for (;;) {
        const { value, done } = await events.next();
        if (done && value === "credentialRenewed") this.credentialRenewed();
        // A stream that ends without a reason was cut off, as by a proxy that holds streams back.
        if (done) return { isUseful: isUseful || value !== undefined, reason: value };
        isUseful = true;
        if (value) this.#setState(value);
      }
    } catch (failure) {
      if (failure instanceof Problem && failure.losesSession) await this.#replace(failure);
      const isLost = isConnectionError(failure) || failure.isTransient;
      return { isUseful, isLost, isSilent: failure.isSilent, isRefused: failure instanceof Problem && !isLost };
    } finally {
      // A browser opens six connections to a server at most, and a stream that is not ended would keep one.
      events.return().catch(() => {});
    }
  }

  async #start({ app, link }, notice = null) {
    try {
      this.#setState(await this.#client.start({ app, link }), { notice });
      // It is not awaited, because this session may replace one that was waited for, and the same wait goes on with this one.
      this.#watch.untilIdle().catch(() => {});
    } catch (failure) {
      if (link && [400, 404, 422].includes(failure.status)) {
        return this.#start({ app }, { level: "warning", text: words.linkRefused });
      }
      this.#store.change({ state: null, failure: { title: words.cannotStart, text: this.#textOf(failure) } });
    }
  }

  /**
   * Starts a new session if the old one is gone, or lets the user start it if the old one has expired. Shows a notice for any
   * other problem.
   */
  async #replace(problem) {
    if (!problem.losesSession && problem.status !== 404) return this.#showError(problem);
    if (problem.status === 401 && !this.#client.isCredentialAccepted) return this.#stopWithoutCookies();
    // Until it is continued, the page can be opened again and ask once more.
    if (!problem.isResumable) unlistSession(this.#client.id);
    if (problem.status === 410) return this.#store.change({ state: null, expired: problem, notice: null });
    return this.#start(launchOf(location), { level: "info", text: words.newSession });
  }

  /** Stops: without its cookie, each further session would be lost with the first action. */
  #stopWithoutCookies() {
    unlistSession(this.#client.id);
    this.#store.change({ state: null, failure: { title: words.cookiesNeeded, text: words.cookiesNeededText, isOfBrowser: true }, notice: null });
  }

  async #handleFailure(failure, action) {
    if (failure.state) {
      this.#setState(failure.state, { notice: { level: "info", text: words.movedOn } });
      await this.#watch.untilIdle();
      return "outdated";
    }
    if (failure.losesSession) {
      await this.#replace(failure);
      return "outdated";
    }
    // A link that is rejected has no screen on which to say so.
    if (failure.status === 422 && failure.errors.length > 0 && action.screen) {
      this.#store.change({ validationErrors: { screen: action.screen, origin: action.origin, errors: failure.errors } });
      return "rejected";
    }
    this.#showError(failure);
    if (failure.status === 404) await this.#refresh({ insist: false });
    return "rejected";
  }

  #showError(failure) {
    this.#store.change({ notice: { level: "error", text: words.failed(this.#textOf(failure)) } });
  }

  /** The server's words about a problem. A mistake of the page itself is for its developers, in the console. */
  #textOf(failure) {
    if (failure instanceof Problem) return failure.message;
    reportError(failure);
    return words.pageFailedText;
  }
}

/**
 * Whether an action means the same in two states of a session: a gesture, if the user is at the same place, and a report, if the
 * control that reports it looks the same on the same screen.
 *
 * The rest of the screen makes no difference, because live data changes it all the time.
 */
function meansSame(href, payload, screen, one, other) {
  const output = href.split("/").pop();
  const seen = ({ stack, focus, gestures, screens }) => {
    if (!screen) return JSON.stringify([stack, focus, gestures]);
    const { view, messages = [] } = screens[focus] ?? {};
    return JSON.stringify([focus, partsThatReport(view, output, payload), messages.filter(isUrgent)]);
  };
  return seen(one) === seen(other);
}

/** The parts of a view that report an output, with this payload unless the user enters it: a button, a row, a form. */
function partsThatReport(part, output, payload) {
  if (Array.isArray(part)) return part.flatMap((each) => partsThatReport(each, output, payload));
  if (part === null || typeof part !== "object") return [];
  const report = [part, part.report].find((each) => each?.output === output);
  if (!report) return Object.values(part).flatMap((each) => partsThatReport(each, output, payload));
  const isOther = "payload" in report && !("member" in report) && JSON.stringify(report.payload) !== JSON.stringify(payload);
  return isOther ? [] : [part];
}

/** Whether a message asks something of the user, and does not only inform. */
function isUrgent({ level }) {
  return level === "error" || level === "warning";
}
