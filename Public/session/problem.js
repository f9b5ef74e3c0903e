/**
 * A refusal by the server, as RFC 9457 problem details.
 *
 * `state` is the state as it is now, where the server sent one (409, 412); `errors` are complaints about a payload, each
 * with a JSON Pointer (422); `resume` leads to a new session of the same application (410).
 */
export class Problem extends Error {
  /** @param {number} status @param {object} body The problem's members; tolerated if empty. */
  constructor(status, body = {}) {
    super(body.detail ?? body.title ?? "");
    this.name = "Problem";
    this.status = status;
    this.state = body.state ?? null;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.resume = body.resume ?? null;
  }

  /**
   * Reads a refused response, whatever its body is.
   * @param {Response} response
   * @returns {Promise<Problem>}
   */
  static async from(response) {
    const body = await response.json().catch(() => ({}));
    return new Problem(response.status, body !== null && typeof body === "object" ? body : {});
  }

  /** Whether the session is gone for good, so that only a new one helps. */
  get losesSession() {
    return this.status === 401 || this.status === 410;
  }
}
