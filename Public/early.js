import { isSupported, supported } from "./browsers.js";
import { describe } from "./web/description.js";
import { hrefOf, requestTo, startPayload } from "./client/request.js";
import { isReturn, launchOf } from "./web/page/launch.js";
import { listedSessions } from "./web/page/list.js";
import { loadStyleSheets } from "./web/page/style-sheets.js";
import { rememberedSession } from "./web/page/remembered.js";
import { sendFirst } from "./first.js";
import { uuid } from "./client/platform.js";

/**
 * Tells the user if this browser is too old for the client, which would fail there with errors of any kind.
 *
 * Otherwise asks for the first state as soon as possible: the state of the session that the client will continue, or of a new
 * one. If the client decides otherwise, because another tab shows that session, the response is not used.
 */

function continued({ app, isSeparate }) {
  if (new URLSearchParams(location.search).has("new") || (isSeparate && !isReturn())) return null;
  return rememberedSession(app) ?? (isSeparate ? null : listedSessions(app)[0]);
}

if (!isSupported()) {
  import("./unsupported-browser.js").then(({ showUnsupportedBrowser }) => showUnsupportedBrowser(supported));
} else {
  const launch = launchOf(location);
  loadStyleSheets(launch.app);
  // A hand-off's user is asked first.
  if (!new URLSearchParams(location.hash.slice(1)).has("handoff")) ask(launch);
}

function ask(launch) {
  const { app, link } = launch;
  const id = continued(launch);
  const start = () => requestTo("POST", "/v1/sessions", { payload: startPayload({ app, link }, { client: describe(), credential: "cookie" }), key: uuid() });
  sendFirst(id ? requestTo("GET", hrefOf(id)) : start());
}
