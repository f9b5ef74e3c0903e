import { button, node } from "./node.js";

const LATENCIES = [[0, "none"], [200, "200 ms each way"], [1000, "1 s each way"], [3000, "3 s each way"]];
const LOSSES = [[0, "none"], [0.1, "10 %"], [0.3, "30 %"], [0.6, "60 %"]];
const THEMES = [["", "as the system"], ["light", "light"], ["dark", "dark"]];
const LANGUAGES = [["", "as the browser"], ["en", "English"], ["de", "German"], ["ja", "Japanese"]];
const SIZES = { Phone: [390, 844], Tablet: [820, 1180], Desktop: [1280, 800] };

/** The sections that change something. */
export const controls = {
  /** The delay and the loss of requests. @param {import("./network.js").Network} network @param {import("../web/mount.js").Mounted} view */
  network(network, { session }) {
    const delay = (value) => {
      network.latency = Number(value);
      // The stream may have been opened before requests were delayed.
      session.reconnect();
    };
    return node("div", { class: "body" },
      node("div", { class: "grid" },
        choice("Latency", LATENCIES, delay),
        choice("Loss", LOSSES, (value) => (network.loss = Number(value)))),
      node("p", {}, "Half of the lost requests have reached the server, as with a real network."));
  },

  /** The theme, the language and the size. @param {import("./network.js").Network} network @param {import("../web/mount.js").Mounted} view */
  look(network, { session, restart }) {
    const language = choice("Language (starts over)", LANGUAGES, (value) => {
      network.language = value || null;
      restart();
    });
    return node("div", { class: "body" },
      node("div", { class: "grid" }, choice("Theme", THEMES, (value) => (document.documentElement.style.colorScheme = value)), language),
      node("p", {}, "The same session in a window of another size:"),
      node("div", { class: "actions" }, Object.entries(SIZES).map(([name, size]) =>
        button(name, () => openAt(size, network, session.display.state), { "aria-label": `Open in a window for a ${name.toLowerCase()}` }))));
  },
};

function choice(label, options, choose) {
  const select = node("select", { on: { change: () => choose(select.value) } }, options.map(([value, text]) => node("option", { value }, text)));
  return node("label", {}, label, select);
}

/** Opens the session in a window of a size, as one more device of it. */
async function openAt([width, height], network, state) {
  // The window is opened at once, because browsers forbid it later.
  const page = open("about:blank", "_blank", `popup,width=${width},height=${height}`);
  const response = await network.direct(`/v1/sessions/${state.id}/handoffs`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: "{}",
  });
  if (!response.ok) return page?.close();
  const { url } = await response.json();
  if (page) page.location = new URL(url, location.origin).href;
}
