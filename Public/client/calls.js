import { eventsIn } from "./events.js";
import { hrefOf, isConnectionError, PATCH, requestTo, startPayload } from "./request.js";
import { patched } from "./patch.js";

/** The time without an event or a sign of life after which a stream is lost, in milliseconds. They come every 15 seconds. */
const SILENCE_TIMEOUT = 40_000;

/**
 * The calls of the state API, for one session at a time.
 *
 * Stores only the session's address and its token, because the caller stores the responses. With a cookie there is no token: the
 * browser has it, and scripts can't read it.
 */
export class Calls {
  #transport;
  #time;
  #clock;
  #uuid;
  #describe;
  #early;
  #events;
  #onToken;
  #href = null;
  #token = null;
  /** Whether the server has accepted the credential of the session since this client has it. */
  #isCredentialAccepted = true;

  /**
   * @param {object} parts
   * @param {import("./transport.js").Transport} parts.transport
   * @param {import("./clock.js").ServerClock} parts.time
   * @param {import("./platform.js").Clock} parts.clock
   * @param {() => string} parts.uuid
   * @param {() => {client: object, credential: "token"|"cookie"}} parts.describe Makes the second argument of {@link startPayload}.
   * @param {{request: object, response: Promise<Response>}|null} [parts.early] A request that was sent already.
   * @param {import("./types.js").EventSource} [parts.eventSource]
   * @param {() => void} [parts.onToken] Called when the session has a new token, before its state is used.
   */
  constructor({ transport, time, clock, uuid, describe, early = null, eventSource, onToken = () => {} }) {
    this.#transport = transport;
    this.#time = time;
    this.#clock = clock;
    this.#uuid = uuid;
    this.#describe = describe;
    this.#early = early;
    this.#events = eventSource ?? ((request) => this.#fetchEvents(request));
    this.#onToken = onToken;
  }

  /**
   * Starts a new session.
   * @param {object} launch The application, link, input and so on, or the server's default if empty.
   * @returns {Promise<object>} The first state.
   * @throws {import("./problem.js").Problem}
   */
  start(launch) {
    return this.#create("/v1/sessions", launch);
  }

  /**
   * Starts the application of an expired session again.
   * @param {{method: string, href: string, body?: object}} resume The `resume` member of the 410.
   * @returns {Promise<object>} The first state of the new session.
   * @throws {import("./problem.js").Problem}
   */
  resume({ href, body }) {
    return this.#create(pathOf(href), body ?? {}, { isAnonymous: false });
  }

  /**
   * Opens a session for which this client has the credential.
   * @param {string} id
   * @param {string|null} [token] None if the browser has a cookie.
   * @returns {Promise<object>} Its state.
   * @throws {import("./problem.js").Problem} 401 if the session or its credential is gone.
   */
  open(id, token = null) {
    this.#href = hrefOf(id);
    this.#token = token;
    this.#isCredentialAccepted = true;
    return this.#read({});
  }

  /**
   * Reads the state if it is newer than the current one.
   * @param {object} current The current state.
   * @param {{wait?: number, signal?: AbortSignal, insist?: boolean}} [options] `wait`: the seconds for which the server may
   *   delay the response until there is a newer state.
   * @returns {Promise<object|null>} The state, or null if there is no newer one.
   * @throws {import("./problem.js").Problem}
   */
  async refresh(current, { wait, signal, insist } = {}) {
    const headers = { "If-None-Match": etag(current.revision), Prefer: patchFrom(current) };
    if (wait) headers.Prefer += `, wait=${wait}`;
    const response = await this.#send("GET", this.#href, { headers, signal, insist });
    return response.status === 304 ? null : this.#state(response, current);
  }

  /**
   * Follows the states of the session by a stream of events.
   * @param {object} current The current state.
   * @param {{signal: AbortSignal}} options
   * @returns {AsyncGenerator<object|null, string|undefined>} Each later state, and null for a sign of life. The result is the
   *   reason for which the server ended the stream.
   * @throws {import("./problem.js").Problem} If the server refuses the stream. A connection error if the connection is lost, and
   *   another error if nothing comes for a while.
   */
  async *stream(current, { signal }) {
    const silence = new AbortController();
    let timer = this.#clock.setTimeout(() => silence.abort(), SILENCE_TIMEOUT);
    try {
      const headers = { Accept: "text/event-stream", "Last-Event-ID": String(current.revision), ...this.authorizationFor({}) };
      const both = AbortSignal.any([signal, silence.signal]);
      for await (const event of this.#events({ href: `${this.#href}/events`, headers, signal: both })) {
        this.#clock.clearTimeout(timer);
        timer = this.#clock.setTimeout(() => silence.abort(), SILENCE_TIMEOUT);
        const content = event && JSON.parse(event.data);
        if (event?.name === "end") {
          // The response to this request explains it, with a way to go on.
          if (content.reason === "expired" || content.reason === "ended") await this.refresh(current, { insist: true });
          return content.reason;
        }
        if (event?.name === "patch") {
          const { from, patch } = content;
          current = await this.#patched(current, from, patch, { signal: both, insist: false });
        } else if (event?.name === "state") {
          current = this.#withoutToken(content);
        } else {
          // A comment, or an event of a later version.
          yield null;
          continue;
        }
        yield current;
      }
    } catch (failure) {
      if (silence.signal.aborted) throw new Error("The stream is silent.", { cause: failure });
      throw failure;
    } finally {
      this.#clock.clearTimeout(timer);
    }
  }

  async *#fetchEvents({ href, headers, signal }) {
    const response = await this.#send("GET", href, { headers, signal, insist: false, endless: true });
    yield* eventsIn(response.body);
  }

  /**
   * Reports an action of the user.
   * @param {string} href From the state: an output's or a gesture's.
   * @param {*} payload Sent as JSON. If it is undefined, there is no body.
   * @param {object} seen The state that the user saw.
   * @param {object} options
   * @param {string} [options.condition] The screen that must still be in front, with the revision since which it must not have changed
   *   if its content matters, too.
   * @param {string} options.key The `Idempotency-Key` of all tries, also those under another condition.
   * @param {() => void} options.onRenewal Called if the response renews the credential, before the state is read.
   * @returns {Promise<object>} The state that follows.
   * @throws {import("./problem.js").Problem}
   */
  async post(href, payload, seen, { condition, key, onRenewal }) {
    const headers = { Prefer: patchFrom(seen) };
    if (condition) headers["If-Screen"] = condition;
    const response = await this.#send("POST", href, { payload, headers, key });
    const before = this.#token;
    if (response.headers.has("Credential-Renewed")) onRenewal();
    const state = response.status === 204 ? await this.#read({}) : await this.#state(response, seen);
    if (this.#token !== before) onRenewal();
    return state;
  }

  /** Makes a code with which another device can use the session. @returns {Promise<{url: string, code: string, expiresAt: string}>} */
  handOff() {
    return this.#json(this.#send("POST", `${this.#href}/handoffs`, {}));
  }

  /** Uses the code of another device's hand-off. @param {string} code @returns {Promise<object>} The state of its session. */
  join(code) {
    return this.#create(`/v1/handoffs/${encodeURIComponent(code)}`, {});
  }

  /** Makes a code with which an agent can join the session. @returns {Promise<{code: string, expiresAt: string}>} */
  inviteAgent() {
    return this.#json(this.#send("POST", `${this.#href}/agents`, {}));
  }

  /** The options of the server for an application. @param {string} name @returns {Promise<{agents?: boolean, notifications?: boolean}>} */
  async application(name) {
    const { apps } = await this.#json(this.#send("GET", "/v1/apps", {}));
    return apps.find((app) => app.name === name) ?? {};
  }

  /** Sends a request to an address below the session's. @param {string} method @param {string} path @param {*} [payload] */
  request(method, path, payload) {
    return this.#send(method, this.#href + path, { payload });
  }

  /** The credentials of the session, one for each device. @returns {Promise<object[]>} */
  async credentials() {
    const { credentials } = await this.#json(this.#send("GET", `${this.#href}/credentials`, {}));
    return credentials;
  }

  /** Takes a credential away. @param {string} id */
  async revoke(id) {
    await this.#send("DELETE", `${this.#href}/credentials/${encodeURIComponent(id)}`, {});
  }

  /** Ends the session and forgets it. */
  async end() {
    await this.#send("DELETE", this.#href, {});
  }

  /** The address that selects the tab of a key, the only address that the state doesn't contain. */
  hrefOfTab(key) {
    return `${this.#href}/tabs/${encodeURIComponent(key)}`;
  }

  /** The address to which links are posted. */
  get hrefOfLinks() {
    return `${this.#href}/links`;
  }

  /** The address of the rows that a screen's list reads from a source. @param {string} screen @param {string} name */
  hrefOfRows(screen, name) {
    return `${this.#href}/screens/${encodeURIComponent(screen)}/rows/${encodeURIComponent(name)}`;
  }

  /** A page of rows. @param {string} href @returns {Promise<{rows: object[], next?: string}>} */
  rows(href) {
    return this.#json(this.#send("GET", pathOf(href), { insist: false }));
  }

  /**
   * Sends a file to the session, by {@link import("./upload.js").upload}.
   * @param {Blob & {name?: string}} file
   * @param {{screen: string, field: string}} place
   * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
   */
  async upload(file, place, { onProgress, signal } = {}) {
    const { upload } = await import("./upload.js");
    return upload(file, {
      // A request with a piece is tried once, because the server may have got a part of it.
      send: (method, href, headers, body) => this.#send(method, href, { headers, body, signal, insist: body === undefined }),
      isLost: isConnectionError,
      href: `${this.#href}/uploads`,
      place,
      now: () => this.#clock.now(),
      signal,
      onProgress,
    });
  }

  /**
   * Whether a rejected credential was one that has worked before, or is of an earlier visit. The very first rejection of one that
   * the server has just given means that the browser does not send its cookie: it is blocked, or expires at once.
   */
  get isCredentialAccepted() {
    return this.#isCredentialAccepted;
  }

  /** The id of the session, which is no credential. @returns {string|null} */
  get id() {
    return this.#href && decodeURIComponent(this.#href.split("/").pop());
  }

  /** The token of the session, or null with a cookie. @returns {string|null} */
  get token() {
    return this.#token;
  }

  /** The header fields with the credential for a request. @param {{isAnonymous?: boolean}} request */
  authorizationFor({ isAnonymous = false }) {
    return this.#token === null || isAnonymous ? {} : { Authorization: `Bearer ${this.#token}` };
  }

  async #create(href, body, { isAnonymous = true } = {}) {
    const response = await this.#send("POST", href, { payload: startPayload(body, this.#describe()), isAnonymous });
    const content = await response.json();
    this.#href = hrefOf(content.id);
    this.#isCredentialAccepted = false;
    this.#token = null;
    return this.#withoutToken(content);
  }

  async #send(method, href, { payload, body, headers, signal, insist, endless, isAnonymous, key = this.#uuid() }) {
    const request = this.#orEarly({ ...requestTo(method, href, { payload, headers, key }), ...(body && { body }), signal, isAnonymous });
    const response = await this.#transport.send(request, { insist, endless });
    this.#time.synchronize(response.headers.get("Date"));
    if (this.#href && href.startsWith(this.#href)) this.#isCredentialAccepted = true;
    return response;
  }

  /**
   * The request that was sent early, with its response, if it asks for the same as this one. Otherwise this one. Only the first call
   * can get it, because its state grows old.
   */
  #orEarly(request) {
    const early = this.#early;
    this.#early = null;
    const isSame = early && ["method", "href", "body"].every((name) => early.request[name] === request[name]);
    return isSame ? { ...early.request, signal: request.signal, response: early.response } : request;
  }

  async #json(sending) {
    return (await sending).json();
  }

  async #read(options) {
    return this.#withoutToken(await this.#json(this.#send("GET", this.#href, options)));
  }

  /** The state without its token, which is taken over before anything else happens. */
  #withoutToken({ token, ...state }) {
    if (token) {
      this.#token = token;
      this.#onToken();
    }
    return state;
  }

  /** The state in a response: itself, or a patch of the state from which the client has asked for one. */
  async #state(response, base) {
    const content = await response.json();
    const isPatch = response.headers.get("Content-Type")?.startsWith(PATCH);
    return isPatch ? this.#patched(base, base.revision, content, {}) : this.#withoutToken(content);
  }

  /** The state after a patch from a revision, or the whole state from the server if the patch is not for the state at hand. */
  async #patched(base, from, patch, options) {
    if (from === base.revision) {
      try {
        return patched(base, patch);
      } catch {
        // The two sides have different states of this revision.
      }
    }
    return this.#read(options);
  }
}

/** The entity tag of a revision. */
function etag(revision) {
  return `"${revision}"`;
}

/** The preference for a patch of a state instead of the whole state that follows. */
function patchFrom({ revision }) {
  return `patch-from="${revision}"`;
}

/** The path of an address, so that no request with a credential goes to another server. */
function pathOf(href) {
  const { pathname, search } = new URL(href, "http://localhost");
  return pathname + search;
}
