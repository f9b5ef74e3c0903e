/** The media type of a patch. */
export const PATCH = "application/json-patch+json";

/** The time in which a response must have come as a whole, longer than the longest `Prefer: wait`. In milliseconds. */
const TIMEOUT = 45_000;
/**
 * The time in which the header of a response must begin to come, beyond the time that the request lets the server wait. A
 * connection that was kept may be dead, as after a sleep of the computer, and nothing else tells so. In milliseconds.
 */
const HEADER_TIMEOUT = 10_000;

/**
 * A request to the state API.
 * @param {string} method @param {string} href
 * @param {{payload?: *, headers?: object, key?: string}} [content] `payload` is sent as JSON. If it is undefined, there is no body.
 *   `key` is the `Idempotency-Key` of a POST.
 * @returns {{method: string, href: string, headers: object, body?: string}}
 */
export function requestTo(method, href, { payload, headers, key } = {}) {
  const request = { method, href, headers: { Accept: `application/json, ${PATCH}`, ...headers } };
  if (method === "POST") request.headers["Idempotency-Key"] = `"${key}"`;
  if (method === "POST" || payload !== undefined) request.headers["Content-Type"] = "application/json";
  if (payload !== undefined) request.body = JSON.stringify(payload);
  return request;
}

/** The path of a session. @param {string} id */
export function hrefOf(id) {
  return `/v1/sessions/${encodeURIComponent(id)}`;
}

/**
 * The payload of a request that starts a session or joins one.
 * @param {object} launch Its other members.
 * @param {{client: object, credential: "token"|"cookie"}} how The client's description of itself, and the kind of its credential.
 */
export function startPayload(launch, { client, credential }) {
  return { ...launch, client, credential };
}

/**
 * Sends a request once.
 * @param {{method: string, href: string, headers: object, body?: string, signal?: AbortSignal}} request
 * @param {{fetch: (href: string, options: object) => Promise<Response>, clock: import("./platform.js").Clock, server?: string,
 *   credentials?: "same-origin"|"omit"}} how `server`: the origin of the server, if it is another one than that of the page.
 * @param {{endless?: boolean}} [options] `endless`: without a timeout for the content.
 * @returns {Promise<Response>}
 * @throws The error of {@link connectionErrorFrom}, or an `AbortError` by the request's signal.
 */
export async function perform({ method, href, headers, body, signal }, { fetch, clock, server = "", credentials = "same-origin" }, { endless = false } = {}) {
  const [, wait = 0] = /\bwait=(\d+)/.exec(headers.Prefer) ?? [];
  const silence = new AbortController();
  const timer = clock.setTimeout(() => silence.abort(), HEADER_TIMEOUT + wait * 1000);
  const ends = [signal, silence.signal, endless ? null : AbortSignal.timeout(TIMEOUT)].filter(Boolean);
  const options = { method, headers, body, credentials, cache: "no-store", signal: AbortSignal.any(ends) };
  try {
    return await fetch(server + href, options).catch((failure) => {
      throw connectionErrorFrom(failure, signal, silence.signal.aborted);
    });
  } finally {
    clock.clearTimeout(timer);
  }
}

/**
 * Whether a response comes from the API. A page of the network, such as that on which its user logs in, is text or a redirect.
 * @param {Response} response
 */
export function isOfAPI({ ok, status, headers }) {
  if (status === 511) return false;
  return !ok || status === 204 || /\b(json|event-stream)\b/.test(headers.get("Content-Type") ?? "");
}

/**
 * The error of a request that the network has lost. No other error is turned into one, because a mistake of the client must not be
 * shown as a lost connection.
 * @param {Error} failure The error of a call of the platform that only sends or receives.
 * @param {AbortSignal} [signal] By which the caller ends the request. The failure is then returned as it is.
 * @param {boolean} [isSilent] Whether nothing came, not even the header.
 * @returns {Error}
 */
export function connectionErrorFrom(failure, signal, isSilent = false) {
  return signal?.aborted ? failure : Object.assign(new Error(failure.message, { cause: failure }), { name: "ConnectionError", isSilent });
}

/**
 * Whether an error was made by {@link connectionErrorFrom}. Its name tells it, because a script that sends the first request may be a
 * bundle of its own.
 */
export function isConnectionError(failure) {
  return failure?.name === "ConnectionError";
}
