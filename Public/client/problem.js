/**
 * The names of the problems that the contract knows, as `GET /problems` of a server lists them.
 * @typedef {"malformed-request"|"cross-site"|"not-found"|"method-not-allowed"|"precondition-failed"|"body-too-large"|
 *   "target-too-long"|"misdirected-request"|"too-many-requests"|"header-too-large"|"incident"|"not-implemented"|
 *   "unavailable"|"http-version-not-supported"|"malformed-json"|"unknown-session"|"unknown-revision"|"unauthorized"|
 *   "operator-token-required"|"credential-replaced"|"identity-rejected"|"account-required"|"unknown-app"|"not-acceptable"|
 *   "stale-screen"|"stale-tab"|"busy"|"idempotency-key-in-use"|"session-ended"|"session-expired"|"session-not-expired"|
 *   "handoff-unusable"|"session-unreadable"|"revision-mismatch"|"unsupported-media-type"|"unknown-output"|
 *   "output-unavailable"|"invalid-payload"|"unknown-link"|"rejected"|"idempotency-key-reused"|"idempotency-key-too-short"|
 *   "too-many-sessions"|"effect-queue-full"|"upload-offset"} ProblemName
 */

/**
 * The type of a problem: one of the contract, such as `/problems/stale-screen`, or one of the client itself, which has the status 0. A
 * later version of a server may have others.
 * @typedef {`/problems/${ProblemName}`|"client:closed"|"client:not-open"|"client:failed"|"about:blank"|(string & {})} ProblemType
 */

/**
 * An error, as RFC 9457 problem details: an error response of the server, or one of the client's own.
 *
 * ```js
 * try {
 *   await session.start({ app: "bank", input: { iban } });
 * } catch (problem) {
 *   if (problem.is("invalid-payload")) showErrors(problem.errors);
 *   else show(problem.message);
 * }
 * ```
 */
export class Problem extends Error {
  /**
   * @param {number} status The status of the response, or 0 for a problem of the client itself.
   * @param {{type?: ProblemType, title?: string, detail?: string, state?: object, errors?: object[], resume?: object}} [body] The
   *   problem's members.
   * @param {{cause?: unknown}} [options]
   */
  constructor(status, body = {}, options) {
    super(body.detail ?? body.title ?? "", options);
    this.name = "Problem";
    /** The status of the response, or 0 for a problem of the client itself. */
    this.status = status;
    /**
     * The current state of the session, if the server sent one (409, 412).
     * @type {object|null}
     */
    this.state = body.state ?? null;
    /**
     * The errors in a payload (422), each with a JSON Pointer to its member.
     * @type {{pointer: string, code?: string, detail?: string}[]}
     */
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    /**
     * A request that continues the session or starts the same application again (410).
     * @type {{method: string, href: string, body?: object}|null}
     */
    this.resume = body.resume ?? null;
    /**
     * The type, such as `/problems/stale-screen`, by which a program decides.
     * @type {ProblemType}
     */
    this.type = body.type ?? "about:blank";
  }

  /**
   * Creates a problem from an error response with a body of any form, because a proxy may have sent it.
   * @param {Response} response
   * @returns {Promise<Problem>}
   */
  static async from(response) {
    const body = await response.json().catch(() => ({}));
    return new Problem(response.status, body !== null && typeof body === "object" ? body : {});
  }

  /**
   * The problem of a call that was going on when its session was closed.
   * @returns {Problem}
   */
  static closed() {
    return new Problem(0, { type: "client:closed", detail: "The session was closed." });
  }

  /**
   * Whether this is a problem of a type of the server.
   * @param {ProblemName|(string & {})} name The last part of the type, such as `stale-screen`.
   * @returns {boolean}
   */
  is(name) {
    return this.type === `/problems/${name}`;
  }

  /** Whether the session is gone permanently, so that a new one must be started. */
  get losesSession() {
    return (this.status === 401 && !this.awaitsCredential) || this.status === 410;
  }

  /** Whether {@link Problem#resume} continues the session, with its screens. */
  get isResumable() {
    const { method, href = "", body } = this.resume ?? {};
    return method === "POST" && (Boolean(body?.resume) || href.endsWith("/resume"));
  }

  /** Whether a retry may succeed. 409 without a state means that the first attempt is still being processed. */
  get isTransient() {
    return this.awaitsCredential || [429, 502, 503, 504].includes(this.status) || (this.status === 409 && !this.state);
  }

  /**
   * Whether another request has replaced the credential, and its response is still on the way: this one can be sent again. It
   * happens to a request that runs beside a sign-in.
   */
  get awaitsCredential() {
    return this.is("credential-replaced");
  }
}
