import { h } from "./dom.js";
import { symbol } from "./symbols.js";

/**
 * The client's own messages: the state of the connection, and its reaction to an unexpected state.
 * @param {object} app With `store`, `session` and `language`.
 * @returns {Array} Nodes.
 */
export function notices({ store, session, language: { words } }) {
  // While there is nothing else to show, the page itself says that there is no connection.
  return [store.isLoading ? null : connection(store.connection, session, words), notice(store, words)];
}

/** The document id of the title of {@link statusPage}. */
export const statusPageTitle = "status-page-title";

/** A page shown instead of an app that could not start or has ended. @param {{title, text, actions}} description */
export function statusPage({ title, text, symbol: name, actions }) {
  return h("div", { class: "empty empty--page" },
    h("span", { class: "empty__symbol" }, symbol(name)),
    h("h1", { class: "empty__title", id: statusPageTitle, tabindex: "-1" }, title),
    text && h("p", { class: "empty__text" }, text),
    actions.map(({ label, press, href }) => href
      ? h("a", { class: "button button--plain", href }, label)
      : h("button", { class: "button button--primary", type: "button", on: { click: press } }, label)));
}

function connection(status, session, words) {
  if (status === "online") return null;
  if (status === "reconnecting") {
    return h("div", { key: status, class: "notice", role: "status" }, h("span", { class: "spinner" }), h("span", {}, words.reconnecting));
  }
  return h("div", { key: status, class: "notice notice--error", role: "alert" },
    symbol("warning"),
    h("span", {}, words.unreachable),
    h("button", { class: "notice__action", type: "button", on: { click: () => session.retry() } }, words.tryAgain));
}

function notice(store, words) {
  if (!store.notice) return null;
  const { level, text } = store.notice;
  return h("div", { key: text, class: `notice notice--${level}`, role: level === "error" ? "alert" : "status", leave: true },
    symbol(level === "info" ? "info" : "warning"),
    h("span", {}, text),
    h("button", {
      class: "notice__close",
      type: "button",
      "aria-label": words.close,
      on: { click: () => store.change({ notice: null }) },
    }, symbol("close")));
}
