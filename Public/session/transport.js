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
  #onConnection;
  #onRenewal;
  #onDevelopment;
  #pace;
  /** The functions that end the pauses in progress. */
  #pauses = new Set();

  /**
   * @param {(connection: "online"|"reconnecting"|"unreachable") => void} onConnection
   * @param {() => void} onRenewal Called when a request had a credential that another request has replaced.
   * @param {{pace?: number, onDevelopment?: (request: object, response: Response) => void}} [options] `pace` is the factor of
   *   all pauses. `onDevelopment` is called with each response that says that the server is one for development.
   */
  constructor(onConnection = () => {}, onRenewal = () => {}, { pace = 1, onDevelopment = () => {} } = {}) {
    this.#pace = pace;
    this.#onDevelopment = onDevelopment;
    this.#onConnection = onConnection;
    this.#onRenewal = onRenewal;
    addEventListener("online", () => this.retry());
  }

  /** Ends the pauses in progress, and tries at once. */
  retry() {
    for (const end of [...this.#pauses]) end();
  }

  /**
   * @param {{method: string, href: string, headers?: object, body?: string, signal?: AbortSignal, response?:
   *   Promise<Response>}} request `response`: the response of a first attempt which was made already.
   * @param {{insist?: boolean, endless?: boolean}} [options] `insist: false` stops after the first lost attempt and reports no
   *   connection. `endless: true` is for a response that takes any time, and the caller reads its content as it comes.
   * @returns {Promise<Response>} A 2xx or 304, with its whole content unless it is endless.
   * @throws {Problem} Any other response. A connection error or an `AbortError` if `insist` is false. Any other error is thrown
   *   at once, because it comes from the page itself.
   */
  async send(request, { insist = true, endless = false } = {}) {
    let isUnauthorized = false;
    for (let attempt = 0; ; attempt += 1) {
      const { response, failure } = await this.#attempt(request, attempt, endless);
      if (failure && !isConnectionError(failure)) throw failure;
      if (response && (response.ok || response.status === 304)) {
        this.#reached();
        if (response.headers.has("Usher-Development")) this.#onDevelopment(request, response);
        return response;
      }
      const problem = response ? await Problem.from(response) : null;
      if (problem?.awaitsCredential) this.#onRenewal();
      // The cookie may have been replaced while the request was on its way. Then the next attempt is authorized with the new
      // one.
      if (problem?.status === 401 && !problem.awaitsCredential && !isUnauthorized) {
        isUnauthorized = true;
        continue;
      }
      const pause = pauseFrom(response);
      const isTemporary = failure || problem.isTransient;
      if (!isTemporary || !insist || request.signal?.aborted || pause > LONGEST_PAUSE) {
        if (response) this.#reached();
        throw problem ?? failure;
      }
      await this.#pause(attempt, pause);
    }
  }

  async #attempt(request, attempt, endless) {
    try {
      const response = await ((attempt === 0 && request.response) || perform(request, { endless }));
      if (!isOfAPI(response)) throw connectionErrorFrom(new Error("The response is not one of the server."), request.signal);
      // An error is whole before it is read, also one in place of an endless response: 401 without its type would end the session.
      return { response: endless && response.ok ? response : await complete(response, request.signal) };
    } catch (failure) {
      return { failure };
    }
  }

  /** The server has responded, so requests that wait for it may succeed, too. */
  #reached() {
    this.#onConnection("online");
    this.retry();
  }

  async #pause(attempt, asked) {
    const isLong = attempt >= PAUSES.length;
    this.#onConnection(isLong ? "unreachable" : "reconnecting");
    // The pause is random, so that the clients of a server that comes back do not all come at once.
    const pause = asked ?? (isLong ? LONG_PAUSE : PAUSES[attempt]) * (0.75 + Math.random() / 2);
    await new Promise((resolve) => {
      const end = () => {
        this.#pauses.delete(end);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, pause * this.#pace);
      if (asked === null) this.#pauses.add(end);
    });
    if (!isLong) this.#onConnection("reconnecting");
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

function pauseFrom(response) {
  const header = response?.headers.get("Retry-After");
  if (!header) return null;
  const seconds = Number(header);
  const pause = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(pause) ? null : Math.max(pause, 0);
}
