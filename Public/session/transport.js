import { Problem } from "./problem.js";

/** The pauses between attempts, before the user is asked to try again. In milliseconds. */
const PAUSES = [400, 1000, 2000, 4000, 8000];
/** The timeout of a request, longer than the longest `Prefer: wait`. In milliseconds. */
const PATIENCE = 45_000;
/** The longest `Retry-After` to wait for; a longer one is shown to the user. In milliseconds. */
const LONGEST_PAUSE = 30_000;

/**
 * Sends requests to the server until they get a response.
 *
 * A request that was lost is sent again unchanged, with the same `Idempotency-Key`, so it never takes effect twice. After
 * the last pause the transport waits for {@link Transport#retry} or until the browser is online again.
 */
export class Transport {
  #onConnection;
  #wakeUp = () => {};

  /** @param {(connection: "online"|"reconnecting"|"unreachable") => void} onConnection */
  constructor(onConnection = () => {}) {
    this.#onConnection = onConnection;
    addEventListener("online", () => this.retry());
  }

  /** Ends the current pause and tries at once. */
  retry() {
    this.#wakeUp();
  }

  /**
   * @param {{method: string, href: string, headers?: object, body?: string, signal?: AbortSignal}} request
   * @param {{insist?: boolean}} [options] `insist: false` stops after the first lost attempt and reports no connection.
   * @returns {Promise<Response>} A 2xx or 304.
   * @throws {Problem} Any other response. A `TypeError` or `AbortError` if `insist` is false.
   */
  async send(request, { insist = true } = {}) {
    for (let attempt = 0; ; attempt += 1) {
      const { response, failure } = await this.#attempt(request);
      if (response && (response.ok || response.status === 304)) {
        this.#onConnection("online");
        return response;
      }
      const problem = response ? await Problem.from(response) : null;
      const pause = pauseFrom(response);
      const isLost = failure || isTransient(problem);
      if (!isLost || !insist || request.signal?.aborted || pause > LONGEST_PAUSE) {
        if (response) this.#onConnection("online");
        throw problem ?? failure;
      }
      await this.#pause(attempt, pause);
    }
  }

  async #attempt({ method, href, headers, body, signal }) {
    const timeout = AbortSignal.timeout(PATIENCE);
    try {
      const response = await fetch(href, {
        method,
        headers,
        body,
        credentials: "same-origin",
        cache: "no-store",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { response };
    } catch (failure) {
      return { failure };
    }
  }

  async #pause(attempt, asked) {
    const isLast = attempt >= PAUSES.length;
    this.#onConnection(isLast ? "unreachable" : "reconnecting");
    await new Promise((resolve) => {
      this.#wakeUp = resolve;
      if (!isLast) setTimeout(resolve, asked ?? PAUSES[attempt] * (0.75 + Math.random() / 2));
    });
    this.#wakeUp = () => {};
    this.#onConnection("reconnecting");
  }
}

/** Whether a retry may succeed; 409 without a state means that the first attempt is still being processed. */
function isTransient({ status, state, awaitsCredential }) {
  return awaitsCredential || [429, 502, 503, 504].includes(status) || (status === 409 && !state);
}

function pauseFrom(response) {
  const header = response?.headers.get("Retry-After");
  if (!header) return null;
  const seconds = Number(header);
  const pause = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(pause) ? null : Math.max(pause, 0);
}
