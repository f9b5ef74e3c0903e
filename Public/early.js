import { hrefOf, requestTo, startPayload } from "./session/request.js";
import { launchOf } from "./session/launch.js";
import { listedSessions } from "./session/list.js";
import { rememberedSession } from "./session/remembered.js";
import { sendFirst } from "./session/first.js";

/**
 * Asks for the first state as soon as possible: that of the session that the client will continue, or of a new one. If the
 * client decides otherwise, because another tab shows that session, the response is not used.
 */

const launch = launchOf(location);

function continued() {
  if (new URLSearchParams(location.search).has("new")) return null;
  return rememberedSession(JSON.stringify(launch)) ?? (launch.link ? null : listedSessions(launch.app)[0]);
}

// A hand-off's user is asked first.
if (!new URLSearchParams(location.hash.slice(1)).has("handoff")) {
  const id = continued();
  sendFirst(id ? requestTo("GET", hrefOf(id)) : requestTo("POST", "/v1/sessions", { payload: startPayload(launch) }));
}
