import { hrefOf, requestTo, startPayload } from "./session/request.js";
import { isReturn, launchOf } from "./session/launch.js";
import { listedSessions } from "./session/list.js";
import { rememberedSession } from "./session/remembered.js";
import { sendFirst } from "./session/first.js";

/**
 * Asks for the first state as soon as possible: that of the session that the client will continue, or of a new one. If the
 * client decides otherwise, because another tab shows that session, the response is not used.
 */

const { app, link, isSeparate } = launchOf(location);

function continued() {
  if (new URLSearchParams(location.search).has("new") || (isSeparate && !isReturn())) return null;
  return rememberedSession(app) ?? (isSeparate ? null : listedSessions(app)[0]);
}

// A hand-off's user is asked first.
if (!new URLSearchParams(location.hash.slice(1)).has("handoff")) {
  const id = continued();
  sendFirst(id ? requestTo("GET", hrefOf(id)) : requestTo("POST", "/v1/sessions", { payload: startPayload({ app, link }) }));
}
