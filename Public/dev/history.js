import { registerSession } from "./register-session.js";
import { button, node } from "./node.js";
import { patchText } from "./patch-text.js";
import { escapedJSON } from "./escape.js";

/** The number of transitions in the list. */
const LIMIT = 30;

/** The latest transitions of the session, each with its patch, the state it led to, and a fork. */
export class History {
  element = node("div", { class: "body" }, node("p", {}, "Open a session first."));
  #network;
  #state;
  #shown = null;
  #isReading = false;
  #opened = new Set();

  /** @param {import("./network.js").Network} network @param {() => object|null} state */
  constructor(network, state) {
    this.#network = network;
    this.#state = state;
    // The section that it is in reads the list when it is opened.
    queueMicrotask(() => this.element.parentElement?.addEventListener("toggle", () => this.update()));
  }

  /** Reads the list again if the state is another one and the section is open. */
  async update() {
    const state = this.#state();
    if (!state || this.#isReading || !this.element.parentElement?.open) return;
    if (this.#shown === `${state.id} ${state.revision}`) return;
    this.#isReading = true;
    try {
      const response = await this.#network.direct(`/v1/sessions/${state.id}/history?limit=${LIMIT}`, { headers: { Accept: "application/json" } });
      const { entries = [] } = await response.json();
      this.#draw(state, entries);
      this.#shown = `${state.id} ${state.revision}`;
    } catch {
      this.element.replaceChildren(node("p", { class: "warning" }, "The history can’t be read."));
    }
    this.#isReading = false;
    const now = this.#state();
    if (now && this.#shown && this.#shown !== `${now.id} ${now.revision}`) this.update();
  }

  #draw(state, entries) {
    this.element.replaceChildren(node("ol", {}, entries.map((entry) => this.#step(state, entry))));
  }

  #step({ id, app }, { revision, at, event, handledBy, effects, patch }) {
    const key = `${id} ${revision}`;
    const more = node("div", { class: "step__more" },
      node("small", {}, [handledBy && `handled by ${handledBy}`, ...effects.map((each) => `${each.name} ${each.status}`)].filter(Boolean).join(", ") || "no effects"),
      event.payload !== undefined && node("code", {}, escapedJSON(event.payload)),
      node("pre", { class: "well", tabindex: 0, role: "group", "aria-label": `Patch to revision ${revision}` }, patchText(patch)),
      node("div", { class: "actions" }, button("Fork from here", () => this.#fork(id, app, revision))));
    const details = node("details", {}, node("summary", {},
      node("span", { class: "step__number" }, revision),
      node("span", { class: "step__name" }, `${event.type} ${event.name ?? event.screen ?? ""}`),
      node("small", {}, new Date(at).toLocaleTimeString())), more);
    details.open = this.#opened.has(key);
    details.addEventListener("toggle", () => this.#opened[details.open ? "add" : "delete"](key));
    return node("li", { class: "step" }, details);
  }

  /** Starts a session that continues from a revision, in a tab of its own. */
  async #fork(id, app, revision) {
    // The window is opened at once, because browsers forbid it later.
    const tab = open("about:blank", "_blank");
    const response = await this.#network.direct(`/v1/sessions/${id}/forks`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ revision, credential: "cookie" }),
    });
    if (!response.ok) return tab?.close();
    const fork = await response.json();
    if (tab) tab.location = registerSession(fork.id, app);
  }
}
