import { h } from "./dom.js";

/** Whether an `autocomplete` attribute asks for a username. @param {string} [autocomplete] */
export function isUsername(autocomplete = "") {
  return autocomplete.split(" ").includes("username");
}

/**
 * The username that the user has typed into a view. A form for a password alone carries it, hidden, so that a password manager
 * knows to whom the password belongs. Only the view itself keeps it, and only until the user changes.
 */
export class Username {
  #name = "";

  /** The handlers of a field for a username. */
  handlers = { change: ({ target }) => (this.#name = target.value) };

  /** A hidden field with the username, which is no part of what the form reports. */
  hiddenField() {
    return h("input", { key: "username", type: "text", autocomplete: "username", value: this.#name, live: true, hidden: true, readonly: true });
  }

  /** Forgets the username, because the next user may be another one. */
  clear() {
    this.#name = "";
  }
}
