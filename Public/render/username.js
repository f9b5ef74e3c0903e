import { h } from "./dom.js";

/**
 * The username that the user has typed on this page. A form for a password alone carries it, hidden, so that a password manager
 * knows to whom the password belongs. Only the page itself keeps it, and only until the user changes.
 */
let username = "";

/** Whether an `autocomplete` attribute asks for a username. @param {string} [autocomplete] */
export function isUsername(autocomplete = "") {
  return autocomplete.split(" ").includes("username");
}

/** The handlers of a field for a username. */
export const usernameHandlers = { change: ({ target }) => (username = target.value) };

/** A hidden field with the username, which is no part of what the form reports. */
export function hiddenUsername() {
  return h("input", { key: "username", type: "text", autocomplete: "username", value: username, live: true, hidden: true, readonly: true });
}

/** Forgets the username, because the next user may be another one. */
export function clearUsername() {
  username = "";
}
