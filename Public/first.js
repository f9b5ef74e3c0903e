/**
 * The first request of the page. A small script of its own, `early.js`, sends it while the rest of the client is still on its
 * way. The two scripts are separate bundles, so the page's global object hands it over.
 */

import { clock, ownFetch } from "./client/platform.js";
import { perform } from "./client/request.js";

const PROPERTY = "usherFirstRequest";

/** Sends the first request of the page, unless the client is already running. @param {object} request */
export function sendFirst(request) {
  if (PROPERTY in globalThis) return;
  const response = perform(request, { fetch: ownFetch, clock });
  // A failure belongs to the client that takes the request over.
  response.catch(() => {});
  globalThis[PROPERTY] = { request, response };
}

/** The request that was sent first, with its response, or null. Only the first call can get it. @returns {object|null} */
export function takeFirst() {
  const first = globalThis[PROPERTY] ?? null;
  globalThis[PROPERTY] = null;
  return first;
}
