import { node } from "./node.js";
import { words } from "./words.js";

/** The steps of the walk in a shell. @param {string} origin @param {string} app */
function steps(origin, app) {
  return [
    [words.stepStart, `usher=${origin}
state=$(curl -s $usher/v1/sessions -H 'Content-Type: application/json' -d '{"app":"${app}"}')
auth="Authorization: Bearer $(jq -r .token <<< "$state")"`],
    [words.stepLook, `jq '{revision, screen: .screens[.focus] | {title, outputs: [.outputs[].name]}}' <<< "$state"`],
    [words.stepOutputs, `jq '.screens[.focus].outputs' <<< "$state"`],
    [words.stepReport, `href=$(jq -r '[.screens[.focus].outputs[] | select(.schema | not)][0].href // empty' <<< "$state")
state=$(curl -s $usher$href -X POST -H "$auth")
jq '{revision, title: .screens[.focus].title}' <<< "$state"`],
    [words.stepBack, `back=$(jq -r '.gestures.back // .gestures.dismiss // empty' <<< "$state")
[ "$back" ] && curl -s $usher$back -X POST -H "$auth" | jq '{revision, title: .screens[.focus].title}'`],
    [words.stepFollow, `curl -sN $usher/v1/sessions/$(jq -r .id <<< "$state")/events -H "$auth"`],
  ];
}

/**
 * The walk, with this server's address.
 * @param {{apps: {name: string, title: string}[], default: string}} hosted
 * @returns {Element[]} Items of a list.
 */
export function walk(hosted) {
  // An application that begins with a button shows the most.
  const app = hosted.apps.find(({ name }) => name === "items")?.name ?? hosted.default;
  return steps(location.origin, app).map(([text, command]) => node("li", {},
    node("p", {}, text),
    node("div", { class: "walk__command" }, node("pre", { tabindex: 0, role: "group", "aria-label": text }, node("code", {}, command)), copyButton(command, text))));
}

function copyButton(command, text) {
  if (!navigator.clipboard) return null;
  const button = node("button", { type: "button", class: "button", "aria-label": `${words.copy}: ${text}` }, words.copy);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command);
    button.textContent = words.copied;
    document.getElementById("announcer").textContent = words.copied;
    setTimeout(() => (button.textContent = words.copy), 1500);
  });
  return button;
}
