import { button, node } from "./node.js";

/** The interval at which the inbox is read while the screen that asks for a code is in front, in milliseconds. */
const POLL_INTERVAL = 1_000;

/**
 * The one-time codes that the server has "sent", beside the screen that asks for one. Servers for development have them at
 * `/dev/inbox`.
 */
export class Inbox {
  element = node("aside", { class: "inbox", hidden: true, role: "status", "aria-label": "Inbox of codes" });
  #network;
  #cursor = null;
  #message = null;
  #isPolling = false;
  #isCodeRequested = false;

  /** @param {import("./network.js").Network} network */
  constructor(network) {
    this.#network = network;
  }

  /** Follows the screen in front. @param {object|null} state */
  update(state) {
    const screen = state?.screens?.[state.focus];
    this.#isCodeRequested = Boolean(fieldOf(screen));
    if (!this.#isCodeRequested) {
      this.#message = null;
      return this.#draw();
    }
    if (!this.#isPolling) this.#poll();
  }

  async #poll() {
    this.#isPolling = true;
    while (this.#isCodeRequested) {
      const { messages, cursor } = await this.#read();
      // A code that was sent before the page was opened is not for this screen, unless nothing else comes.
      const latest = messages.at(-1);
      this.#cursor = cursor ?? this.#cursor;
      if (latest && latest.id !== this.#message?.id && this.#isCodeRequested) {
        this.#message = latest;
        this.#draw();
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    }
    this.#isPolling = false;
  }

  async #read() {
    try {
      const response = await this.#network.direct(`/dev/inbox${this.#cursor === null ? "" : `?after=${this.#cursor}`}`);
      return response.ok ? await response.json() : { messages: [] };
    } catch {
      return { messages: [] };
    }
  }

  #draw() {
    this.element.hidden = !this.#message;
    if (!this.#message) return this.element.replaceChildren();
    const { code, to } = this.#message;
    this.element.replaceChildren(
      node("span", {}, node("strong", {}, code), node("small", {}, to)),
      button("Fill in", () => fill(code), { "aria-label": `Fill in the code ${[...code].join(" ")}` }));
  }
}

function fieldOf(screen) {
  return (screen?.view ?? []).flatMap(({ fields = [] }) => fields).find(({ input }) => input === "oneTimeCode");
}

/** Types a code into the field that asks for one, as a phone does. */
function fill(code) {
  const input = [...document.querySelectorAll("input[autocomplete='one-time-code']")].at(-1);
  if (!input) return;
  input.focus();
  input.value = code;
  input.dispatchEvent(new InputEvent("input", { bubbles: true, data: code, inputType: "insertText" }));
}
