/** The media type of a patch. */
export const PATCH = "application/json-patch+json";

/** The client's description of itself in requests. */
const CLIENT = { platform: "web", version: "1", fallbacks: false };
/** The timeout of a request, longer than the longest `Prefer: wait`. In milliseconds. */
const PATIENCE = 45_000;

/**
 * A request to the state API.
 * @param {string} method @param {string} href
 * @param {{payload?: *, headers?: object}} [content] `payload`: sent as JSON; no body if undefined.
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
 * @param {{endless?: boolean}} [options] `endless`: without a timeout.
 * @returns {Promise<Response>}
 */
export function perform({ method, href, headers, body, signal }, { endless = false } = {}) {
  const ends = [signal, endless ? null : AbortSignal.timeout(PATIENCE)].filter(Boolean);
  return fetch(href, { method, headers, body, credentials: "same-origin", cache: "no-store", signal: AbortSignal.any(ends) });
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
