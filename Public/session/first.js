/**
 * The first request of the page. A small script of its own, `early.js`, sends it while the rest of the client is still on its
 * way. The two scripts are separate bundles, so the page's global object hands it over.
 */

import { perform } from "./request.js";

const PROPERTY = "usherFirstRequest";

/** Sends the first request of the page, unless the client is already running. @param {object} request */
export function sendFirst(request) {
  if (PROPERTY in globalThis) return;
  const response = perform(request);
  // A failure belongs to the client that takes the request over.
  response.catch(() => {});
  globalThis[PROPERTY] = { request, response };
}

/**
 * Returns the request that was sent first, with its `response`, if it asks for the same as this one. Otherwise returns this
 * one.
 *
 * Only the first call can get it, because its state grows old.
 * @param {object} request
 * @returns {object}
 */
export function orFirst(request) {
  const first = globalThis[PROPERTY];
  globalThis[PROPERTY] = null;
  const isSame = first && ["method", "href", "body"].every((name) => first.request[name] === request[name]);
  return isSame ? { ...first.request, signal: request.signal, response: first.response } : request;
}
