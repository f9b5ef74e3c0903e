import { addressOf } from "./addresses.js";
import { card } from "./card.js";
import { node } from "./node.js";
import { translate, words } from "./words.js";
import { walk } from "./walk.js";

/**
 * The front door: what this server is, its applications, and the same walk by hand. The text is in the page, and this script
 * adds what depends on the server.
 */

// Another device has opened a hand-off of an earlier server, with the code in the fragment.
if (new URLSearchParams(location.hash.slice(1)).has("handoff")) location.replace(`/?handoff${location.hash}`);

const list = document.getElementById("apps");
const steps = document.getElementById("walk");
const more = document.getElementById("more");

document.documentElement.lang = translate(document);
show(await applications());

/** The applications that the server hosts, or null if it can't be reached. */
async function applications() {
  try {
    const response = await fetch("/v1/apps", { headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function show(hosted) {
  list.removeAttribute("aria-busy");
  if (!hosted) {
    const again = node("button", { type: "button", class: "button", on: { click: () => location.reload() } }, words.tryAgain);
    return list.replaceChildren(node("li", { class: "apps__wait", role: "alert" }, `${words.unreachable} `, again));
  }
  list.replaceChildren(...hosted.apps.map((app) => node("li", {}, card(app, addressOf(app.name)))));
  steps.replaceChildren(...walk(hosted));
  if (hosted.inspector) {
    more.append(node("li", {}, node("a", { href: hosted.inspector }, node("strong", {}, words.inspector), node("span", {}, words.inspectorText))));
  }
}
