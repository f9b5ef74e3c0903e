/**
 * An error response of the server, as RFC 9457 problem details.
 *
 * `state` is the current state, if the server sent one (409, 412). `errors` are errors in a payload, each with a JSON Pointer
 * (422). `resume` is a request, `{method, href, body}`, that continues the session or starts the same application again (410).
 */
export class Problem extends Error {
  /** @param {number} status @param {object} body The problem's members, which may be empty. */
  constructor(status, body = {}) {
    super(body.detail ?? body.title ?? "");
    this.name = "Problem";
    this.status = status;
    this.state = body.state ?? null;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.resume = body.resume ?? null;
    this.type = body.type ?? "about:blank";
  }

  /**
   * Creates a problem from an error response with a body of any form.
   * @param {Response} response
   * @returns {Promise<Problem>}
   */
  static async from(response) {
    const body = await response.json().catch(() => ({}));
    return new Problem(response.status, body !== null && typeof body === "object" ? body : {});
  }

  /** Whether the session is gone permanently, so that a new one must be started. */
  get losesSession() {
    return (this.status === 401 && !this.awaitsCredential) || this.status === 410;
  }

  /** Whether `resume` continues the session, with its screens. */
  get isResumable() {
    const { method, href = "", body } = this.resume ?? {};
    return method === "POST" && (Boolean(body?.resume) || href.endsWith("/resume"));
  }

  /** Whether a retry may succeed. 409 without a state means that the first attempt is still being processed. */
  get isTransient() {
    return this.awaitsCredential || [429, 502, 503, 504].includes(this.status) || (this.status === 409 && !this.state);
  }

  /**
   * Whether another request has replaced the cookie, and its response is still on the way: this one can be sent again. It
   * happens to a request that runs beside a sign-in.
   */
  get awaitsCredential() {
    return this.type === "/problems/credential-replaced";
  }
}
