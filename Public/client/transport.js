import { connectionErrorFrom, isConnectionError, isOfAPI, perform } from "./request.js";
import { Problem } from "./problem.js";

/** The pauses between the first attempts, after which the user is told. In milliseconds. */
const PAUSES = [400, 1000, 2000, 4000, 8000];
/** The pause between all further attempts, in milliseconds. */
const LONG_PAUSE = 10_000;
/** The longest `Retry-After` to wait for, in milliseconds. A longer one is shown to the user. */
const LONGEST_PAUSE = 30_000;

/**
 * Sends requests to the server until they get a response.
 *
 * A request that was lost is sent again unchanged, with the same `Idempotency-Key`, so it never takes effect twice. A
 * response to any request ends the pauses of all others, and so does {@link Transport#retry}, except those for which the server
 * has asked.
 */
export class Transport {
  #how;
  #authorize;
  #onConnection;
  #onRenewal;
  #onResponse;
  #pace;
  /** The functions that end the pauses in progress. */
  #pauses = new Set();
  /** The same for pauses for which the server has asked. */
  #askedPauses = new Set();
  /** The functions that end the attempts in progress. */
  #attempts = new Set();
  #isClosed = false;

  /**
   * @param {object} how As for {@link perform}.
   * @param {object} [reactions]
   * @param {(request: object) => object} [reactions.authorize] The header fields with the credential of a request, asked for before each
   *   attempt.
   * @param {(connection: "online"|"reconnecting"|"unreachable") => void} [reactions.onConnection]
   * @param {() => void} [reactions.onRenewal] Called when a request had a credential that another request has replaced.
   * @param {(request: object, response: Response) => void} [reactions.onResponse] Called with each response that is no error.
   * @param {number} [reactions.pace] The factor of all pauses.
   */
  constructor(how, { authorize = () => ({}), onConnection = () => {}, onRenewal = () => {}, onResponse = () => {}, pace = 1 } = {}) {
    this.#how = how;
    this.#authorize = authorize;
    this.#onConnection = onConnection;
    this.#onRenewal = onRenewal;
    this.#onResponse = onResponse;
    this.#pace = pace;
  }

  /** Ends the pauses in progress, and tries at once. */
  retry() {
    for (const end of [...this.#pauses]) end();
  }

  /** Ends all requests and pauses, except endless responses. Each throws a {@link Problem} of the type `client:closed`. */
  close() {
    this.#isClosed = true;
    for (const end of [...this.#attempts, ...this.#pauses, ...this.#askedPauses]) end();
  }

  /**
   * @param {{method: string, href: string, headers: object, body?: string, signal?: AbortSignal, response?:
   *   Promise<Response>}} request `response`: the response of a first attempt which was made already.
   * @param {{insist?: boolean, endless?: boolean}} [options] `insist: false` stops after the first lost attempt and reports no
   *   connection. `endless: true` is for a response that takes any time, and the caller reads its content as it comes.
   * @returns {Promise<Response>} A 2xx or 304, with its whole content unless it is endless.
   * @throws {Problem} Any other response. A connection error or an `AbortError` if `insist` is false. Any other error is thrown
   *   at once, because it comes from the client itself.
   */
  async send(request, { insist = true, endless = false } = {}) {
    let isUnauthorized = false;
    for (let attempt = 0; ; attempt += 1) {
      if (this.#isClosed) throw Problem.closed();
      const { response, failure } = await this.#attempt(request, attempt, endless);
      if (this.#isClosed) throw Problem.closed();
      if (failure && !isConnectionError(failure)) throw failure;
      if (response && (response.ok || response.status === 304)) {
        this.#reached();
        this.#onResponse(request, response);
        return response;
      }
      const problem = response ? await Problem.from(response) : null;
      if (problem?.awaitsCredential) this.#onRenewal();
      // The credential may have been replaced while the request was on its way. Then the next attempt is authorized with the new
      // one.
      if (problem?.status === 401 && !problem.awaitsCredential && !isUnauthorized) {
        isUnauthorized = true;
        continue;
      }
      const pause = this.#pauseFrom(response);
      const isTemporary = failure || problem.isTransient;
      if (!isTemporary || !insist || request.signal?.aborted || pause > LONGEST_PAUSE) {
        if (response) this.#reached();
        throw problem ?? failure;
      }
      await this.#pause(attempt, pause);
    }
  }

  async #attempt(request, attempt, endless) {
    const closing = new AbortController();
    const end = () => closing.abort();
    this.#attempts.add(end);
    const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal;
    try {
      const headers = { ...request.headers, ...this.#authorize(request) };
      const response = await ((attempt === 0 && request.response) || perform({ ...request, headers, signal }, this.#how, { endless }));
      if (!isOfAPI(response)) throw connectionErrorFrom(new Error("The response is not one of the server."), signal);
      // An error is whole before it is read, also one in place of an endless response: 401 without its type would end the session.
      return { response: endless && response.ok ? response : await complete(response, signal) };
    } catch (failure) {
      return { failure };
    } finally {
      this.#attempts.delete(end);
    }
  }

  /** The server has responded, so requests that wait for it may succeed, too. */
  #reached() {
    this.#onConnection("online");
    this.retry();
  }

  async #pause(attempt, asked) {
    if (this.#isClosed) return;
    const isLong = attempt >= PAUSES.length;
    this.#onConnection(isLong ? "unreachable" : "reconnecting");
    // The pause is random, so that the clients of a server that comes back do not all come at once.
    const pause = asked ?? (isLong ? LONG_PAUSE : PAUSES[attempt]) * (0.75 + Math.random() / 2);
    const { clock } = this.#how;
    const ends = asked === null ? this.#pauses : this.#askedPauses;
    await new Promise((resolve) => {
      const end = () => {
        ends.delete(end);
        clock.clearTimeout(timer);
        resolve();
      };
      const timer = clock.setTimeout(end, pause * this.#pace);
      ends.add(end);
    });
    if (!isLong) this.#onConnection("reconnecting");
  }

  #pauseFrom(response) {
    const header = response?.headers.get("Retry-After");
    if (!header) return null;
    const seconds = Number(header);
    const pause = Number.isNaN(seconds) ? Date.parse(header) - this.#how.clock.now() : seconds * 1000;
    return Number.isNaN(pause) ? null : Math.max(pause, 0);
  }
}

/**
 * The response with its content, which may be lost on the way, too.
 * @throws A connection error if a part of the content is missing.
 */
async function complete(response, signal) {
  const content = await response.text().catch((failure) => {
    throw connectionErrorFrom(failure, signal);
  });
  const { status, headers } = response;
  // Browsers give what has arrived of compressed content, without an error.
  if (/\bjson\b/.test(headers.get("Content-Type") ?? "") && !isJSON(content)) throw connectionErrorFrom(new Error("The response was cut off."));
  return new Response(content === "" ? null : content, { status, headers });
}

function isJSON(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text === "";
  }
}
