import { eventsIn } from "./events.js";
import { hrefOf, PATCH, requestTo, startPayload } from "./request.js";
import { orFirst } from "./first.js";
import { patched } from "./patch.js";

/** The time without an event or a sign of life after which a stream is lost, in milliseconds. They come every 15 seconds. */
const SILENCE_TIMEOUT = 40_000;

/**
 * The calls of the state API, for one session at a time.
 *
 * Stores only the session's address, because the caller stores the responses. The credential is an HttpOnly cookie, which
 * scripts can't read.
 */
export class Client {
  #transport;
  #clock;
  #href = null;
  /** Whether the server has accepted the credential of the session since this page has it. */
  #isCredentialAccepted = true;

  /** @param {import("./transport.js").Transport} transport @param {import("./clock.js").Clock} clock */
  constructor(transport, clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  /**
   * Starts a new session.
   * @param {{app?: string, link?: string}} launch The application or link to start, or the server's default if empty.
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
    // Only the path is used, so that the request goes to this server.
    const { pathname, search } = new URL(href, location.origin);
    return this.#create(pathname + search, body ?? {});
  }

  /**
   * Opens a session for which this browser has the cookie.
   * @param {string} id
   * @returns {Promise<object>} Its state.
   * @throws {import("./problem.js").Problem} 401 if the session or its cookie is gone.
   */
  async open(id) {
    this.#href = hrefOf(id);
    this.#isCredentialAccepted = true;
    return this.#json(await this.#send("GET", this.#href, {}));
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
    let timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT);
    try {
      const headers = { Accept: "text/event-stream", "Last-Event-ID": String(current.revision) };
      const both = AbortSignal.any([signal, silence.signal]);
      const response = await this.#send("GET", `${this.#href}/events`, { headers, signal: both, insist: false, endless: true });
      for await (const event of eventsIn(response.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT);
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
          current = content;
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
      clearTimeout(timer);
    }
  }

  /**
   * Reports an action of the user.
   * @param {string} href From the state: an output's or a gesture's.
   * @param {*} payload Sent as JSON. If it is undefined, there is no body.
   * @param {object} seen The state that the user saw.
   * @param {object} options
   * @param {"content"|"screen"} [options.about] What must still be as the user saw it: the content of the screen in front, or only
   *   that this screen is in front.
   * @param {() => void} options.onRenewal Called if the response renews the credential, before the state is read.
   * @returns {Promise<object>} The state that follows.
   * @throws {import("./problem.js").Problem}
   */
  async post(href, payload, seen, { about, onRenewal }) {
    const headers = { Prefer: patchFrom(seen) };
    if (about) headers["If-Screen"] = about === "content" ? `${seen.focus};revision=${seen.revision}` : seen.focus;
    const response = await this.#send("POST", href, { payload, headers });
    if (response.headers.has("Credential-Renewed")) onRenewal();
    return response.status === 204 ? this.open(this.id) : this.#state(response, seen);
  }

  /** Makes a code with which another device can use the session. @returns {Promise<{url: string, expiresAt: string}>} */
  async handOff() {
    return this.#json(await this.#send("POST", `${this.#href}/handoffs`, {}));
  }

  /** Uses the code of another device's hand-off. @param {string} code @returns {Promise<object>} The state of its session. */
  join(code) {
    return this.#create(`/v1/handoffs/${encodeURIComponent(code)}`, {});
  }

  /** Makes a code with which an agent can join the session. @returns {Promise<{code: string, expiresAt: string}>} */
  async inviteAgent() {
    return this.#json(await this.#send("POST", `${this.#href}/agents`, {}));
  }

  /** Whether an application allows anything to agents. @param {string} name @returns {Promise<boolean>} */
  async allowsAgents(name) {
    const { apps } = await this.#json(await this.#send("GET", "/v1/apps", {}));
    return apps.some((app) => app.name === name && app.agents === true);
  }

  /** The credentials of the session, one for each device. @returns {Promise<object[]>} */
  async credentials() {
    const { credentials } = await this.#json(await this.#send("GET", `${this.#href}/credentials`, {}));
    return credentials;
  }

  /** Takes a credential away. @param {string} id */
  async revoke(id) {
    await this.#send("DELETE", `${this.#href}/credentials/${encodeURIComponent(id)}`, {});
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
  async rows(href) {
    return this.#json(await this.#send("GET", href, { insist: false }));
  }

  /**
   * Whether a rejected credential was one that has worked before, or is of an earlier visit. The very first rejection of one that
   * the server has just given means that the browser does not send its cookie: it is blocked, or expires at once.
   */
  get isCredentialAccepted() {
    return this.#isCredentialAccepted;
  }

  /** The id of the session, which is no credential. */
  get id() {
    return decodeURIComponent(this.#href.split("/").pop());
  }

  async #create(href, body) {
    const response = await this.#send("POST", href, { payload: startPayload(body) });
    const state = await this.#json(response);
    this.#href = hrefOf(state.id);
    this.#isCredentialAccepted = false;
    return state;
  }

  async #send(method, href, { payload, headers, signal, insist, endless }) {
    const request = orFirst({ ...requestTo(method, href, { payload, headers }), signal });
    const response = await this.#transport.send(request, { insist, endless });
    this.#clock.synchronize(response.headers.get("Date"));
    if (this.#href && href.startsWith(this.#href)) this.#isCredentialAccepted = true;
    return response;
  }

  #json(response) {
    return response.json();
  }

  /** The state in a response: itself, or a patch of the state from which the client has asked for one. */
  async #state(response, base) {
    const content = await this.#json(response);
    const isPatch = response.headers.get("Content-Type")?.startsWith(PATCH);
    return isPatch ? this.#patched(base, base.revision, content, {}) : content;
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
    return this.#json(await this.#send("GET", this.#href, options));
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
