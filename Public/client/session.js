import { ActionQueue } from "./queue.js";
import { Calls } from "./calls.js";
import { Drafts } from "./drafts.js";
import { Following } from "./following.js";
import { isConnectionError } from "./request.js";
import { isUrgent, meaningOf } from "./state.js";
import { Listeners } from "./listeners.js";
import { originOf, ownLocale, platformOf } from "./platform.js";
import { predicted, selectedTab } from "./prediction.js";
import { Problem } from "./problem.js";
import { Rows } from "./rows.js";
import { ServerClock } from "./clock.js";
import { StoredSession } from "./stored.js";
import { StoredTaps } from "./stored-taps.js";
import { Transport } from "./transport.js";

/** The number of revisions for which an action is sent at most. */
const MOST_CONDITIONS = 20;
/** The time after a secret was sent in which a renewed credential is its effect, in milliseconds. */
const RENEWAL_WINDOW = 5_000;

/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Display} Display */
/** @typedef {import("./types.js").Launch} Launch */
/** @typedef {import("./types.js").Outcome} Outcome */

/**
 * A session with a server, as one user has it on one device: starts it or continues an earlier one, follows its states, and sends what
 * the user does, one action after another. Each action has one `Idempotency-Key` for all its tries, so it takes effect once, however
 * often the network loses it.
 *
 * ```js
 * const session = new Session({ server: "https://shop.example", app: "market" });
 * session.on("display", ({ state, connection }) => draw(state, connection));
 * await session.open();
 * const outcome = await session.report("k3", "itemSelected", 5);
 * if (outcome.kind === "rejected") show(outcome.messages);
 * ```
 *
 * An open session keeps itself alive. Call {@link Session#close} when it is not shown any more, and {@link Session#end} when the user
 * has logged out for good.
 */
export class Session {
  /**
   * The text that was typed into forms and not sent.
   * @type {Drafts}
   */
  drafts;
  /**
   * The rows of lists that are not in the state.
   * @type {Rows}
   */
  rows;
  #app;
  #platform;
  #predicts;
  #calls;
  #transport;
  #following;
  #queue;
  #time;
  #listeners;
  #stored;
  #taps;
  #unsubscribe;
  /** The last state of the server. */
  #confirmed = null;
  /** The outputs and gestures that were possible on each screen when it was in front last, by key. */
  #offers = new Map();
  #known = { phase: "opening", problem: null, connection: "online", pending: null };
  /** @type {Display} */
  #display;
  /** The response to the last action. */
  #posting = Promise.resolve();
  /** The time until which a renewed credential is the effect of a secret that this client has sent. */
  #renewsUntil = 0;

  /**
   * Creates a session. Nothing is sent before {@link Session#open}.
   * @param {import("./types.js").SessionOptions & Partial<import("./platform.js").Platform>} [options]
   * @throws {TypeError} If no server is named and there is no page whose origin could be meant.
   */
  constructor({ server = "", app, client, credential = "token", predicts = true, eventSource, early, pace, onError, ...platform } = {}) {
    this.#app = app;
    this.#platform = platformOf(platform);
    const { fetch, clock, storage, uuid, presence } = this.#platform;
    const usesToken = credential === "token";
    this.#predicts = predicts;
    this.#listeners = new Listeners(onError ?? ((failure) => clock.setTimeout(() => { throw failure; }, 0)));
    this.#stored = new StoredSession(usesToken ? storage : null);
    this.#time = new ServerClock(clock);
    this.#transport = new Transport({ fetch, clock, server: originOf(server, Boolean(platform.fetch)), credentials: usesToken ? "omit" : "same-origin" }, {
      authorize: (request) => this.#calls.authorizationFor(request),
      onConnection: (connection) => connection !== this.#known.connection && this.#change({ connection }),
      onRenewal: () => this.#credentialRenewed(),
      onResponse: (request, response) => this.#listeners.call("response", { request, response }),
      pace,
    });
    this.#calls = new Calls({
      transport: this.#transport, time: this.#time, clock, uuid, early, eventSource: eventSource ?? undefined,
      describe: () => ({ client: typeof client === "function" ? client() : client ?? ownLocale(), credential }),
      onToken: () => this.#store(),
    });
    this.#taps = new StoredTaps(storage);
    this.drafts = new Drafts(storage);
    this.rows = new Rows(this.#calls, () => this.#publish());
    this.#queue = new ActionQueue((action, release) => this.#send(action, release), () => this.#queueChanged(), clock);
    this.#following = new Following({
      refresh: (following) => this.#refresh(following),
      stream: (following) => this.#stream(following),
      untilSent: () => this.#posting.then(() => {}, () => {}),
      isBusy: () => this.#isBusy,
      isOpen: () => this.#known.phase === "open",
    }, this.#platform, { hasStreams: eventSource !== null });
    this.#unsubscribe = presence.subscribe((change) => change === "network" && this.retry());
    this.#display = this.#displayNow();
  }

  /**
   * Everything that the user sees at this moment. The same object until something changes.
   * @returns {Display}
   */
  get display() {
    return this.#display;
  }

  /**
   * The server's time, with which `enabledAt` of a button is compared. In milliseconds since 1970.
   * @returns {number}
   */
  get serverTime() {
    return this.#time.now();
  }

  /**
   * The id of the session at hand, which is no credential, or null.
   * @returns {string|null}
   */
  get id() {
    return this.#calls.id;
  }

  /**
   * Whether the server has accepted the credential of the session since this client has it. If the first one is rejected, the
   * browser does not send its cookie.
   * @returns {boolean}
   */
  get isCredentialAccepted() {
    return this.#calls.isCredentialAccepted;
  }

  /**
   * Adds a listener.
   *
   * ```js
   * const stop = session.on("display", draw);
   * ```
   * @template {keyof import("./types.js").Listeners} Name
   * @param {Name} name
   * @param {import("./types.js").Listeners[Name]} listener An error of one prevents neither the change nor the others.
   * @returns {() => void} Removes it.
   */
  on(name, listener) {
    return this.#listeners.add(name, listener);
  }

  /**
   * Calls a function after each change, for libraries that read {@link Session#display} then, such as `useSyncExternalStore` of React.
   * @param {() => void} listener
   * @returns {() => void} Removes it.
   */
  subscribe(listener) {
    return this.on("display", () => listener());
  }

  /**
   * Continues the stored session, or starts one if there is none, and follows it. The phase of the display says if the stored one
   * is expired or gone.
   * @param {Launch} [launch] The session to start. Of a stored session of its application, only `link` is opened.
   * @returns {Promise<void>}
   * @throws {Problem} If the session can't be started.
   */
  async open(launch = {}) {
    const stored = this.#stored.read();
    const app = launch.app ?? this.#app;
    if (!stored || (app && stored.app !== app)) return this.start(launch);
    try {
      await this.continue(stored.id, { token: stored.token, link: launch.link });
    } catch (failure) {
      if (!["expired", "gone"].includes(this.#known.phase)) throw failure;
    }
  }

  /**
   * Starts a new session, and follows it. The session before goes on at the server, unless {@link Session#end} has ended it.
   *
   * ```js
   * await session.start({ app: "bank", input: { iban }, identity: token, embedded: true });
   * ```
   * @param {Launch} [launch]
   * @returns {Promise<void>}
   * @throws {Problem} Such as `invalid-payload` for an input that does not fit, or `unknown-link`.
   */
  async start({ app = this.#app, link, input, identity, embedded } = {}) {
    this.#begin(await this.#calls.start({ app, link, input, identity, embedded }));
    this.#following.follow();
  }

  /**
   * Continues a session whose id and credential the caller has, and follows it.
   * @param {string} id
   * @param {{token?: string, link?: string}} [options] `token`: without one, the browser has a cookie. `link` is opened then, unless its
   *   place is in front already.
   * @returns {Promise<void>} Once no effect of it runs.
   * @throws {Problem} If the session is expired or gone. {@link Session#resume} may continue an expired one.
   */
  async continue(id, { token, link } = {}) {
    try {
      this.#begin(await this.#calls.open(id, token));
      for (const tap of this.#taps.read(id)) this.#repeat(tap);
    } catch (failure) {
      if (failure.losesSession) this.#loseBy(failure);
      throw failure;
    }
    await this.untilIdle();
    if (link) await this.openLink(link);
    this.#following.follow();
  }

  /**
   * Continues the expired session, with its screens if {@link Problem#isResumable}, or starts its application again, and follows it.
   * @returns {Promise<void>} Once no effect of it runs.
   * @throws {Problem} `client:not-open` if there is no expired session, and any other as for {@link Session#start}.
   */
  async resume() {
    const { phase, problem } = this.#known;
    if (phase !== "expired") throw notOpen("There is no expired session.");
    if (problem.resume?.method !== "POST") return this.start();
    const from = this.#calls.id;
    const state = await this.#calls.resume(problem.resume);
    if (problem.isResumable) this.drafts.transfer(from, state);
    this.#begin(state);
    await this.untilIdle();
    this.#following.follow();
  }

  /**
   * Joins the session of another device by the code of its {@link Session#handOff}, and follows it.
   * @param {string} code
   * @returns {Promise<void>} Once no effect of it runs.
   * @throws {Problem} `handoff-unusable` if the code was used or is too old.
   */
  async join(code) {
    this.#begin(await this.#calls.join(code));
    await this.untilIdle();
    this.#following.follow();
  }

  /**
   * Ends the connection and all waits. The session stays open at the server, and {@link Session#open} of another object continues it.
   * Actions without a response have the outcome `gone`, although the server may have acted.
   */
  close() {
    this.#known = { ...this.#known, phase: "closed", pending: null };
    this.#unsubscribe();
    this.#transport.close();
    this.#following.close();
    this.#queue.close();
    this.#publish();
  }

  /**
   * Ends the session at the server for all devices, forgets it, and closes this object.
   * @throws {Problem} If the server can't end it.
   */
  async end() {
    if (this.#calls.id) await this.#calls.end();
    this.#stored.forget();
    this.close();
  }

  /**
   * Waits until the session has ended, as a flow inside of another app does.
   *
   * ```js
   * await session.start({ app: "bank", input: { iban }, embedded: true });
   * const result = await session.result();
   * ```
   * @returns {Promise<*>} Its result, or undefined if it has none.
   * @throws {Problem} If the session is expired, gone or closed before.
   */
  result() {
    return new Promise((resolve, reject) => {
      const look = () => {
        const { phase, state, problem } = this.#display;
        if (phase === "opening" || phase === "open") return;
        stop();
        if (phase === "ended") resolve(state?.result);
        else reject(problem ?? Problem.closed());
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  /** Ends the pauses between tries, as when the system says that there is a network again. */
  retry() {
    this.#transport.retry();
  }

  /** Opens the stream of events again, as through a network that has changed. */
  reconnect() {
    this.#following.reconnect();
  }

  /**
   * Reads the state if there is a newer one. A listener to `problem` hears if that fails.
   * @returns {Promise<void>}
   */
  async refresh() {
    await this.#refresh({ insist: true });
  }

  /**
   * Waits until no effect runs on which the screen in front waits.
   * @returns {Promise<void>}
   */
  untilIdle() {
    return this.#following.untilIdle();
  }

  /**
   * Reports an output of a screen.
   *
   * ```js
   * await session.report("k6", "submit", { code: "123456" }, { isSecret: true });
   * ```
   * @param {string} screen The key of the screen.
   * @param {string} output The name of the output.
   * @param {*} [payload] Its payload, or a function that makes it from the output's schema when it is sent.
   * @param {object} [options]
   * @param {string} [options.origin] The control, if the screen has several with this output. A second press on a control is ignored
   *   until the first has its outcome.
   * @param {*} [options.value] The value that the user has set with the control, such as a stepper's. It takes the place of an earlier
   *   one that was not sent yet, and none is ignored.
   * @param {number} [options.pause] The time to wait for a later value, in milliseconds. Another action ends it.
   * @param {boolean} [options.isSecret] Whether the payload has a secret, such as a password.
   * @returns {Promise<Outcome>}
   */
  report(screen, output, payload, { origin = output, pause, isSecret, ...rest } = {}) {
    const request = ({ screens }) => {
      const found = screens[screen]?.outputs?.find(({ name }) => name === output);
      return found && { href: found.href, payload: typeof payload === "function" ? payload(found.schema) : payload };
    };
    return this.act({ request, screen, origin, isSecret, ...("value" in rest ? { value: rest.value } : {}) }, { pause });
  }

  /**
   * Sends a file to the session, for the payload of an output with a field for files. It continues after a lost connection.
   *
   * ```js
   * const photo = await session.upload(file, { screen: "k6", field: "photo" }, { onProgress: showProgress });
   * await session.report("k6", "submit", { text, photo });
   * ```
   * @param {Blob & {name?: string}} file
   * @param {{screen: string, field: string}} place The key of the screen, and the name of the field.
   * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options] `onProgress` is called with the share that has
   *   arrived, from 0 to 1. `signal` ends the upload.
   * @returns {Promise<{id: string}>} The reference for the payload.
   * @throws {Problem} Such as `body-too-large` or `unsupported-media-type` for a file that the field does not take, or `rejected` for
   *   one that the server has looked at.
   */
  upload(file, place, options) {
    return this.#calls.upload(file, place, options);
  }

  /**
   * Goes back, if the state allows it. From the first screen of a session that is a part of another app, this ends the session.
   * @param {{to?: string, isConfirmed?: boolean, predicts?: boolean}} [options] `to` is the key of the screen to go to, instead of
   *   going back by one. `isConfirmed`: the user has agreed that this discards what they have entered. `predicts`: false does not show
   *   it before the response, as for the first of two steps that are shown as one.
   * @returns {Promise<Outcome>}
   */
  async back({ to, isConfirmed, predicts = true } = {}) {
    const { state } = this.#display;
    const { back, leave } = state?.gestures ?? {};
    const name = leave && !back ? "leave" : "back";
    return this.#gesture(name, to ? { to } : {}, isConfirmed, predicts && name === "back" && { back: state?.focus, to });
  }

  /**
   * Dismisses the modal in front, if the state allows it.
   * @param {{isConfirmed?: boolean}} [options] As for back.
   * @returns {Promise<Outcome>}
   */
  async dismiss({ isConfirmed } = {}) {
    return this.#gesture("dismiss", {}, isConfirmed, { dismiss: this.#display.state?.modals?.at(-1)?.key });
  }

  /**
   * Selects a tab.
   * @param {string} key
   * @returns {Promise<Outcome>}
   */
  selectTab(key) {
    const request = () => ({ href: this.#calls.hrefOfTab(key), payload: {} });
    const { state } = this.#display;
    const prediction = state && { tab: key, from: selectedTab(state.navigation, key), focus: state.focus };
    // The tab that was chosen last is wanted.
    return this.act({ request, origin: `tab ${key}`, control: "tabs", value: key, prediction });
  }

  /**
   * Opens a link, unless its place is in front already.
   * @param {string} link Such as `usher://market/product/milk`.
   * @returns {Promise<Outcome>} `refused` if it leads nowhere.
   */
  openLink(link) {
    if (this.#confirmed?.link === link && !this.#display.isPredicted) return Promise.resolve({ kind: "accepted" });
    return this.act({ request: () => ({ href: this.#calls.hrefOfLinks, payload: { url: link } }), origin: "link" });
  }

  /**
   * Sends an action of the user in its general form, after the actions before it. {@link Session#report} and the gestures are made of it.
   * @param {Action} action
   * @param {{pause?: number}} [options] `pause` is the time to wait for a later value of the control, in milliseconds. Another
   *   action ends it.
   * @returns {Promise<Outcome>} Once the server has responded and its effects are done.
   */
  act(action, { pause } = {}) {
    const session = this.#confirmed?.id;
    const key = this.#platform.uuid();
    const outcome = this.#queue.add({ control: this.#controlOf(action), ...action, session, key, stored: this.#storable(action, key) }, pause);
    this.#storeTaps();
    if (action.prediction) this.#publish();
    return outcome;
  }

  /** An action as it can be stored, if the user sees what it needs and it has no secret and no question before it. */
  #storable({ request, screen, origin, isSecret, ...action }, key) {
    const { state } = this.#display;
    const { href, payload, question, about } = (!isSecret && state && request(state)) || {};
    if (!href || question) return undefined;
    const { focus, revision } = state;
    const meaning = meaningOf(href, payload, screen, state);
    return { href, payload, about, key, seen: { focus, revision }, meaning, screen, origin, ...("value" in action ? { value: action.value } : {}) };
  }

  /** Sends an action of before a restart again. */
  #repeat(stored) {
    const { href, payload, about, key, seen, meaning, ...action } = stored;
    const request = () => ({ href, payload, about, seen, meaning });
    this.#queue.add({ control: this.#controlOf(action), ...action, request, session: this.#confirmed.id, key, stored });
  }

  #storeTaps() {
    // The server may have acted on taps of a closed session. The next session finds out.
    if (this.#known.phase === "closed" || !this.#confirmed) return;
    const { id } = this.#confirmed;
    this.#taps.write(id, this.#queue.unanswered.flatMap(({ session, stored }) => (session === id && stored) || []));
  }

  #queueChanged() {
    this.#storeTaps();
    this.#publish();
  }

  /**
   * The value that the user has set with a control and the server has not confirmed. Show it instead of that of the state.
   * @param {{screen: string, origin: string}} control
   * @returns {{value: *}|undefined}
   */
  unconfirmed(control) {
    return this.#queue.unconfirmed(this.#controlOf(control));
  }

  /**
   * Makes a code by which another device joins the session. It works once, for two minutes.
   * @returns {Promise<{url: string, code: string, expiresAt: string}>} `url` may be relative to the server.
   * @throws {Problem}
   */
  handOff() {
    return this.#calls.handOff();
  }

  /**
   * Makes a code by which an agent, such as an assistant with a language model, joins the session.
   * @returns {Promise<{code: string, expiresAt: string}>}
   * @throws {Problem} With a status of 422 in an application that allows nothing to agents.
   */
  inviteAgent() {
    return this.#calls.inviteAgent();
  }

  /**
   * Whether the application allows anything to agents.
   * @returns {Promise<boolean>}
   * @throws {Problem}
   */
  async allowsAgents() {
    return (await this.application()).agents === true;
  }

  /**
   * The options of the server for the application of the session: whether it allows anything to agents, and whether it notifies users.
   * @returns {Promise<{agents?: boolean, notifications?: boolean}>}
   * @throws {Problem}
   */
  application() {
    return this.#calls.application(this.#confirmed?.app);
  }

  /**
   * Sends a request to an address below the session's for which this package has no function, with its credential.
   *
   * ```js
   * await session.request("PUT", "/notifications", { platform: "ios", token });
   * ```
   * @param {string} method
   * @param {string} path
   * @param {*} [payload] Sent as JSON.
   * @returns {Promise<Response>}
   * @throws {Problem}
   */
  request(method, path, payload) {
    return this.#calls.request(method, path, payload);
  }

  /**
   * The devices and agents that have access to the session.
   * @returns {Promise<{id: string, platform?: string, agent?: boolean, createdAt: string, lastUsedAt: string, current: boolean}[]>}
   * @throws {Problem}
   */
  devices() {
    return this.#calls.credentials();
  }

  /**
   * Ends the access of a device.
   * @param {string} id Of {@link Session#devices}.
   * @returns {Promise<void>}
   * @throws {Problem} With a status of 422 for the only device. Call {@link Session#end} there.
   */
  endAccess(id) {
    return this.#calls.revoke(id);
  }

  /** The identity of a control among the controls of all sessions. A gesture has none. */
  #controlOf({ screen, origin }) {
    return screen && `${this.#confirmed?.id} ${screen} ${origin}`;
  }

  async #gesture(name, payload, isConfirmed = false, prediction) {
    const { state } = this.#display;
    const seen = state?.focus;
    // Whether to ask is decided when the gesture is sent, because an action before it can change that.
    const request = ({ focus, gestures: { [name]: href, confirm } = {} }) => {
      // The user must not leave a screen that they have not seen.
      if (!href || (this.#predicts && focus !== seen)) return undefined;
      const question = !isConfirmed && confirm?.gestures?.includes(name) ? confirm : undefined;
      return { href, payload, about: "screen", question };
    };
    const possible = state && request(state);
    if (!possible) return { kind: "ignored" };
    return this.act({ request, origin: isConfirmed ? "discard" : name, prediction: !possible.question && prediction });
  }

  async #send(action, release) {
    const { session, screen, origin, request, isSecret, key } = action;
    // While an effect runs the screen reports only what it still lists, such as to stop the effect. The user may always go back.
    if (screen && !request(this.#confirmed ?? { screens: {} })) await this.untilIdle().catch(() => {});
    const state = this.#confirmed;
    if (this.#known.phase !== "open") return this.#goneOr("outdated");
    const { href, payload, question, about, seen, meaning } = (state?.id === session && request(state)) || {};
    if (!href) return { kind: "outdated" };
    if (question) return { kind: "unconfirmed", question };
    let mine = { screen, origin, sending: true };
    this.#change({ pending: mine });
    if (isSecret) this.#renewsUntil = Infinity;
    try {
      // A secret renews it for the same user. Anything else that does is a log-out or as good as one.
      const onRenewal = () => isSecret || this.#userChanged();
      // The meaning of a report depends on what the user has read.
      this.#posting = this.#post(href, payload, state, screen, { about: screen ? "content" : about, seen, meaning, key, onRenewal });
      const next = await this.#posting;
      if (this.#confirmed?.id !== session) return this.#goneOr("gone");
      mine = next.status === "busy" ? { ...mine, sending: false } : null;
      this.#setState(next, { pending: mine });
      release();
      this.#storeTaps();
      await this.untilIdle();
      const messages = this.#confirmed?.screens[screen]?.messages?.filter(isUrgent) ?? [];
      return messages.length > 0 ? { kind: "rejected", messages } : { kind: "accepted" };
    } catch (failure) {
      action.prediction = null;
      return await this.#conclude(problemOf(failure), { session, screen, origin });
    } finally {
      if (isSecret) this.#renewsUntil = this.#platform.clock.now() + RENEWAL_WINDOW;
      if (mine && this.#known.pending === mine) this.#change({ pending: null });
    }
  }

  /**
   * Sends the action for what the user has seen. If the screen has changed and the control that the user has pressed looks the same, sends it again for the new
   * revision, which beside live data may be several times. Nothing has happened before, so the key stays the same.
   */
  async #post(href, payload, state, screen, { about, seen = state, meaning = meaningOf(href, payload, screen, state), ...options }) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#calls.post(href, payload, state, { ...options, condition: conditionOf(about, seen) });
      } catch (failure) {
        const isSame = failure.status === 412 && failure.state && meaningOf(href, payload, screen, failure.state) === meaning;
        if (!isSame || attempt === MOST_CONDITIONS) throw failure;
        seen = state = failure.state;
      }
    }
  }

  /** Draws the conclusion from a response to an action that is no state. */
  async #conclude(problem, { session, screen, origin }) {
    if (this.#known.phase === "closed" || this.#confirmed?.id !== session) return this.#goneOr("gone");
    if (problem.losesSession) {
      await this.#lose(problem);
      return { kind: "gone", problem };
    }
    this.#listeners.call("problem", { problem, screen, origin });
    if (problem.state) {
      this.#setState(problem.state);
      await this.untilIdle();
      return { kind: "outdated", problem };
    }
    if (problem.status === 404) await this.#refresh({ insist: false });
    return { kind: "refused", problem };
  }

  #goneOr(kind) {
    const { phase, problem } = this.#known;
    return phase === "ended" || phase === "open" ? { kind } : { kind: "gone", problem: problem ?? undefined };
  }

  get #isBusy() {
    return this.#known.phase === "open" && this.#confirmed?.status === "busy";
  }

  /** Shows a session from now on, with its first state. */
  #begin(state) {
    if (this.#known.phase === "closed") throw Problem.closed();
    this.#setState(state);
    this.#store();
  }

  /** Takes a state, unless there is a later one of the same session already: responses may arrive out of order. */
  #setState(state, change = {}) {
    if (this.#known.phase === "closed") return;
    const isOther = this.#confirmed?.id !== state.id;
    const isLate = !isOther && state.revision < this.#confirmed.revision;
    if (!isLate) {
      if (isOther) this.rows.clear();
      this.#rememberOffers(state);
      this.drafts.follow(state, this.#known.pending ?? undefined);
      this.#listeners.call("state", { state, cause: this.#known.pending ?? undefined });
      this.#confirmed = state;
      this.#known = { ...this.#known, phase: state.status === "ended" ? "ended" : "open", problem: null };
    }
    this.#change(change);
    // The stream is of another session, or nothing changes any more.
    if (!isLate && (isOther || state.status === "ended")) this.#following.reconnect();
  }

  #rememberOffers({ status, focus, screens, gestures = {} }) {
    for (const key of this.#offers.keys()) if (!screens[key]) this.#offers.delete(key);
    if (status !== "busy" && screens[focus]) this.#offers.set(focus, { outputs: screens[focus].outputs ?? [], gestures });
  }

  async #refresh(options) {
    const state = this.#confirmed;
    if (!state) return false;
    try {
      const newer = await this.#calls.refresh(state, options);
      if (this.#confirmed?.id !== state.id) return false;
      if (newer) this.#setState(newer);
      return Boolean(newer);
    } catch (failure) {
      if (this.#known.phase === "closed" || this.#confirmed?.id !== state.id) return false;
      // A background refresh fails silently, unless the session is gone.
      if (failure.losesSession || (options.insist && failure.status === 404)) await this.#lose(failure);
      else if (options.insist && failure instanceof Problem) this.#listeners.call("problem", { problem: failure });
      else if (options.insist) throw failure;
      return false;
    }
  }

  /** Takes the states of a stream until it ends, and tells how it ended, as {@link Following} describes. */
  async #stream({ signal }) {
    let isUseful = false;
    const { id } = this.#confirmed;
    const events = this.#calls.stream(this.#confirmed, { signal });
    try {
      for (;;) {
        const { value, done } = await events.next();
        if (this.#confirmed.id !== id) return { isUseful: true };
        if (done && value === "credentialRenewed") this.#credentialRenewed();
        // A stream that ends without a reason was cut off, as by a proxy that holds streams back.
        if (done) return { isUseful: isUseful || value !== undefined, reason: value };
        isUseful = true;
        if (value) this.#setState(value);
      }
    } catch (failure) {
      if (this.#confirmed.id !== id) return { isUseful: true };
      if (failure instanceof Problem && failure.losesSession) await this.#lose(failure);
      const isLost = isConnectionError(failure) || failure.isTransient;
      return { isUseful, isLost, isSilent: failure.isSilent, isRefused: failure instanceof Problem && !isLost };
    } finally {
      // A browser opens six connections to a server at most, and a stream that is not ended would keep one.
      events.return().catch(() => {});
    }
  }

  async #lose(problem) {
    // Several requests may find it at once.
    if (this.#known.phase === "expired" || this.#known.phase === "gone") return;
    this.#loseBy(problem);
    await this.#listeners.call("loss", problem);
  }

  #loseBy(problem) {
    if (this.#known.phase === "closed") return;
    const phase = problem.status === 410 ? "expired" : "gone";
    // An expired session needs its token once more, to go on.
    if (phase === "gone") this.#stored.forget();
    this.#change({ phase, problem });
  }

  /** A request has found that another one has replaced the credential of the session. */
  #credentialRenewed() {
    if (this.#platform.clock.now() > this.#renewsUntil) this.#userChanged();
  }

  #userChanged() {
    this.#taps.write("", []);
    this.drafts.clear();
    this.rows.clear();
    this.#listeners.call("otherUser");
  }

  /** Stores the session with its token. */
  #store() {
    const { id, app } = this.#confirmed ?? {};
    if (id && id === this.#calls.id) this.#stored.write({ id, app, token: this.#calls.token });
  }

  #change(change) {
    Object.assign(this.#known, change);
    this.#publish();
  }

  #publish() {
    this.#display = this.#displayNow();
    this.#listeners.call("display", this.#display);
  }

  #displayNow() {
    const confirmed = this.#confirmed;
    let state = confirmed;
    if (state && this.#predicts) {
      for (const { prediction, session } of this.#queue.unanswered) {
        if (prediction && session === state.id) state = predicted(state, prediction, this.#offers) ?? state;
      }
    }
    return Object.freeze({ ...this.#known, state, isPredicted: state !== confirmed });
  }
}

/** The `If-Screen` of an action on what the user has seen. @param {"content"|"screen"|undefined} about @param {object} state */
function conditionOf(about, { focus, revision }) {
  return about && (about === "content" ? `${focus};revision=${revision}` : focus);
}

/** The problem that an error is. Any other error comes from the client itself. */
function problemOf(failure) {
  return failure instanceof Problem ? failure : new Problem(0, { type: "client:failed", detail: failure.message }, { cause: failure });
}

function notOpen(detail) {
  return new Problem(0, { type: "client:not-open", detail });
}
