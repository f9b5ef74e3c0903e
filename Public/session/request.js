/** The media type of a patch. */
export const PATCH = "application/json-patch+json";

/** The client's description of itself in requests. */
const CLIENT = { platform: "web", version: "1", fallbacks: false };
/** The time in which a response must have come as a whole, longer than the longest `Prefer: wait`. In milliseconds. */
const TIMEOUT = 45_000;
/**
 * The time in which the header of a response must begin to come, beyond the time that the request lets the server wait. A
 * connection that the browser kept may be dead, as after a sleep of the computer, and nothing else tells so. In milliseconds.
 */
const HEADER_TIMEOUT = 10_000;

/**
 * A request to the state API.
 * @param {string} method @param {string} href
 * @param {{payload?: *, headers?: object}} [content] `payload` is sent as JSON. If it is undefined, there is no body.
 * @returns {{method: string, href: string, headers: object, body?: string}} A POST has an `Idempotency-Key`.
 */
export function requestTo(method, href, { payload, headers } = {}) {
  const request = { method, href, headers: { Accept: `application/json, ${PATCH}`, ...headers } };
  if (method === "POST") {
    request.headers["Content-Type"] = "application/json";
    request.headers["Idempotency-Key"] = `"${uuid()}"`;
    if (payload !== undefined) request.body = JSON.stringify(payload);
  }
  return request;
}

/** The path of a session. @param {string} id */
export function hrefOf(id) {
  return `/v1/sessions/${encodeURIComponent(id)}`;
}

/** The payload of a request that starts a session with a cookie. @param {object} body Its other members. */
export function startPayload(body) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { ...body, client: { ...CLIENT, locale: navigator.language, timeZone }, credential: "cookie" };
}

/**
 * Sends a request once.
 * @param {{method: string, href: string, headers: object, body?: string, signal?: AbortSignal}} request
 * @param {{endless?: boolean}} [options] `endless`: without a timeout for the content.
 * @returns {Promise<Response>}
 * @throws The error of {@link connectionErrorFrom}, or an `AbortError` by the request's signal.
 */
export async function perform({ method, href, headers, body, signal }, { endless = false } = {}) {
  const [, wait = 0] = /\bwait=(\d+)/.exec(headers?.Prefer) ?? [];
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), HEADER_TIMEOUT + wait * 1000);
  const ends = [signal, silence.signal, endless ? null : AbortSignal.timeout(TIMEOUT)].filter(Boolean);
  const options = { method, headers, body, credentials: "same-origin", cache: "no-store", signal: AbortSignal.any(ends) };
  try {
    return await fetch(href, options).catch((failure) => {
      throw connectionErrorFrom(failure, signal, silence.signal.aborted);
    });
  } finally {
    clearTimeout(timer);
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
 * The error of a request that the network has lost. No other error is turned into one, because a mistake of the page must not be
 * shown as a lost connection.
 * @param {Error} failure The error of a call of the browser that only sends or receives.
 * @param {AbortSignal} [signal] By which the caller ends the request. The failure is then returned as it is.
 * @param {boolean} [isSilent] Whether nothing came, not even the header.
 * @returns {Error}
 */
export function connectionErrorFrom(failure, signal, isSilent = false) {
  return signal?.aborted ? failure : Object.assign(new Error(failure.message, { cause: failure }), { name: "ConnectionError", isSilent });
}

/**
 * Whether an error was made by {@link connectionErrorFrom}. Its name tells it, because the early script, which is a bundle of its
 * own, makes such errors, too.
 */
export function isConnectionError(failure) {
  return failure?.name === "ConnectionError";
}

/** A random UUID. `crypto.randomUUID` exists in secure contexts only. */
function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
