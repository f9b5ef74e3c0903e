import { isSupported, supported } from "./browsers.js";
import { hrefOf, requestTo, startPayload } from "./session/request.js";
import { isReturn, launchOf } from "./session/launch.js";
import { listedSessions } from "./session/list.js";
import { rememberedSession } from "./session/remembered.js";
import { sendFirst } from "./session/first.js";
import { stop } from "./stop.js";

/**
 * Says so if this browser is too old for the client, which the client would tell by errors of any kind. Otherwise asks for the first
 * state as soon as possible: that of the session that the client will continue, or of a new one. If the client decides otherwise,
 * because another tab shows that session, the response is not used.
 */

function continued({ app, isSeparate }) {
  if (new URLSearchParams(location.search).has("new") || (isSeparate && !isReturn())) return null;
  return rememberedSession(app) ?? (isSeparate ? null : listedSessions(app)[0]);
}

function tooOld() {
  const texts = {
    en: ["This browser is too old for this page", "The page needs one of these, or a later version: ", "Update your browser, then open the page again."],
    de: ["Dieser Browser ist zu alt für diese Seite", "Die Seite braucht einen von diesen oder eine neuere Version: ", "Aktualisieren Sie den Browser und öffnen Sie die Seite dann noch einmal."],
    ja: ["このブラウザーは古いため、このページを表示できません", "次のいずれか、またはそれ以降のバージョンが必要です：", "ブラウザーを更新してから、もう一度ページを開いてください。"],
  };
  const language = (navigator.language || "en").toLowerCase().split("-")[0];
  const [title, before, after] = texts[language] || texts.en;
  document.documentElement.lang = texts[language] ? language : "en";
  const list = Object.keys(supported).map((name) => `${name} ${supported[name]}`).join(", ");
  stop(title, `${before}${list}. ${after}`, []);
}

if (!isSupported()) {
  tooOld();
  // A hand-off's user is asked first.
} else if (!new URLSearchParams(location.hash.slice(1)).has("handoff")) {
  const launch = launchOf(location);
  const { app, link } = launch;
  const id = continued(launch);
  sendFirst(id ? requestTo("GET", hrefOf(id)) : requestTo("POST", "/v1/sessions", { payload: startPayload({ app, link }) }));
}
