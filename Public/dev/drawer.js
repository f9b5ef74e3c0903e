import { button, node } from "./node.js";
import { controls } from "./controls.js";
import { curl } from "./curl.js";
import { History } from "./history.js";
import { Inbox } from "./inbox.js";
import { jsonTree } from "./json.js";
import { Network } from "./network.js";
import { style } from "./style.js";

/** Whether the drawer is open and which of its sections are, for a reload. */
const STORAGE_KEY = "usher.drawer";

/**
 * The tools for developers on a page of a server that runs with `--dev`: the state, the last request, the transitions, a slow
 * and lossy network, the look, and the codes that the server has sent. The client loads them when a response says that the
 * server is one for development.
 */
export class Drawer {
  #view;
  #network = new Network(() => this.#drawRequest());
  #inbox = new Inbox(this.#network);
  #history;
  #host = node("usher-tools", { translate: "no" });
  #handle = button("Tools", () => this.toggle(), { class: "handle", "aria-expanded": "false", "aria-keyshortcuts": "Alt+D", title: "Tools for developers (Alt+D)" });
  #panel = node("aside", { class: "drawer", "aria-label": "Tools for developers", hidden: true, tabindex: -1 });
  #facts = node("dl", { class: "facts" });
  #request = node("div", { class: "body" });
  #state = node("div", { class: "json well", tabindex: 0, role: "group", "aria-label": "State as JSON" });
  #openPaths = new Set();
  #shown = null;

  /** @param {import("../web/mount.js").Mounted} view */
  constructor(view) {
    this.#view = view;
    this.#history = new History(this.#network, () => view.session.display.state);
    const root = this.#host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#handle, this.#panel, this.#inbox.element);
    this.#fill();
    document.body.append(this.#host);
    addEventListener("keydown", (event) => this.#key(event), true);
    if (remembered().isOpen) this.toggle({ takesFocus: false });
    this.update();
  }

  /** Records the request with which the page began. */
  record(request, response) {
    this.#network.record(request, response, 0);
  }

  /** Shows a change of the client's data. */
  update() {
    const { state } = this.#view.session.display;
    this.#inbox.update(state);
    if (this.#panel.hidden || !state || this.#shown === state) return;
    this.#shown = state;
    this.#facts.replaceChildren(...factsOf(state).flatMap(([name, value]) => [node("dt", {}, name), node("dd", {}, value)]));
    const { scrollTop } = this.#state;
    this.#state.replaceChildren(jsonTree(state, undefined, { open: this.#openPaths }));
    this.#state.scrollTop = scrollTop;
    this.#history.update();
  }

  /** Opens or closes the drawer. */
  toggle({ takesFocus = true } = {}) {
    const isOpen = this.#panel.hidden;
    this.#panel.hidden = !isOpen;
    this.#handle.setAttribute("aria-expanded", String(isOpen));
    remember({ isOpen });
    this.update();
    if (takesFocus) (isOpen ? this.#panel : this.#handle).focus();
  }

  #key(event) {
    if (event.altKey && event.code === "KeyD") {
      event.preventDefault();
      this.toggle();
    } else if (event.key === "Escape" && !this.#panel.hidden && event.composedPath().includes(this.#panel)) {
      // The client must not get the key, because it would dismiss a modal.
      event.stopPropagation();
      this.toggle();
    }
  }

  #fill() {
    const view = this.#view;
    this.#panel.replaceChildren(
      node("div", { class: "head" },
        node("h2", {}, "Tools", node("small", {}, "only with usher serve --dev")),
        button("Close", () => this.toggle(), { "aria-label": "Close the tools" })),
      section("Session", "session", true, node("div", { class: "body" }, this.#facts,
        node("div", { class: "actions" },
          button("Start over", () => view.restart({ isAtStart: true })),
          button("Go on on the phone…", () => { this.toggle({ takesFocus: false }); view.openDevices(); }),
          button("Inspector", () => open(`/inspector/#${view.session.display.state.id}`, "_blank", "noopener"))))),
      section("Last request", "request", true, this.#request),
      section("State", "state", false, node("div", { class: "body" }, this.#state,
        node("div", { class: "actions" }, copyButton("Copy", () => JSON.stringify(view.session.display.state, null, 2))))),
      section("Transitions", "history", false, this.#history.element),
      section("Network", "network", false, controls.network(this.#network, view)),
      section("Look", "look", false, controls.look(this.#network, view)));
    this.#drawRequest();
  }

  #drawRequest() {
    const { last } = this.#network;
    if (!last) return this.#request.replaceChildren(node("p", {}, "None yet."));
    const { method, href, status, etag, duration } = last;
    this.#request.replaceChildren(
      node("p", {}, node("code", {}, `${method} ${href}`)),
      node("p", {}, `${status}${etag ? `, ETag ${etag}` : ""}${duration ? `, ${Math.round(duration)} ms` : ""}`),
      node("pre", { class: "well", tabindex: 0, role: "group", "aria-label": "The request as a curl command" }, curl(last)),
      node("div", { class: "actions" },
        copyButton("Copy", () => curl(last)),
        copyButton("Copy with a token", async () => curl(last, await this.#token()))));
  }

  /** A credential of its own for a shell: the page's is a cookie that no script can read. It is one more device of the session. */
  async #token() {
    const { id } = this.#view.session.display.state;
    this.#tokens.set(id, this.#tokens.get(id) ?? (await this.#makeToken(id)));
    return this.#tokens.get(id);
  }

  #tokens = new Map();

  async #makeToken(id) {
    const options = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const handoff = await this.#network.direct(`/v1/sessions/${id}/handoffs`, options({}));
    const { code } = await handoff.json();
    const joined = await this.#network.direct(`/v1/handoffs/${encodeURIComponent(code)}`, options({ client: { platform: "curl" } }));
    return (await joined.json()).token;
  }
}

function factsOf(state) {
  const { name = "", title = "" } = state.screens[state.focus] ?? {};
  return [
    ["Application", state.app], ["Session", state.id], ["Revision", String(state.revision)], ["ETag", `"${state.revision}"`],
    ["Status", state.status + (state.busy ? `: ${state.busy.effect}` : "")], ["Screen", `${name} (${state.focus}) ${title}`],
    ["Language", state.language ?? "–"], ["Expires", new Date(state.expiresAt).toLocaleString()],
  ];
}

function section(title, name, isOpen, content) {
  const details = node("details", { class: "section" }, node("summary", {}, title), content);
  details.open = remembered()[name] ?? isOpen;
  details.addEventListener("toggle", () => remember({ [name]: details.open }));
  return details;
}

/** A button that copies a text, which may take a while to make. */
function copyButton(label, text) {
  const copy = button(label, async () => {
    copy.disabled = true;
    try {
      await navigator.clipboard.writeText(await text());
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Not copied";
    }
    setTimeout(() => Object.assign(copy, { textContent: label, disabled: false }), 1_200);
  });
  return copy;
}

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY)) ?? {};
  } catch {
    return {};
  }
}

function remember(change) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...remembered(), ...change }));
  } catch {
    // Storage is blocked: a reload shows the drawer as at first.
  }
}
