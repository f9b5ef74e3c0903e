import { ago } from "./time.js";
import { h } from "../web/render/dom.js";

/** The sessions with their search. @param {object} model @param {object} actions */
export function listView({ query, list, more, apps, id, isLost }, actions) {
  // A session of a further page that was used meanwhile is on the first one, too.
  const all = [...(list?.sessions ?? []), ...(more?.sessions ?? [])];
  const sessions = [...new Map(all.map((session) => [session.id, session]).toReversed()).values()].toReversed();
  const next = more ? more.next : list?.next;
  return h("nav", { class: "list", "aria-label": "Sessions" },
    h("header", { class: "list__head" },
      h("p", { class: "list__title" }, h("a", { href: "#" }, "Inspector")),
      h("p", { class: "list__count", role: "status" }, countOf(list, isLost)),
      h("div", { class: "list__search" },
        h("input", { id: "search", type: "search", "aria-label": "Search by id, application, screen, flow or account", placeholder: "Search  /", autocomplete: "off", spellcheck: "false", value: query.q, on: { input: ({ target }) => actions.search({ q: target.value }) } }),
        h("select", { "aria-label": "Application", value: query.app, on: { change: ({ target }) => actions.search({ app: target.value }) } },
          h("option", { value: "" }, "all"), apps.map(({ name }) => h("option", { key: name, value: name }, name))))),
    h("ul", { class: "list__sessions" }, sessions.map((session) => row(session, session.id === id))),
    list && sessions.length === 0 && h("p", { class: "list__none" }, list.live === 0 ? "No session is in memory." : "No session matches."),
    next && h("button", { class: "list__more", type: "button", on: { click: () => actions.more() } }, "Show more"));
}

function countOf(list, isLost) {
  if (isLost === "final") return "The stream has ended. Reload the page.";
  if (isLost) return "Connection lost. Reconnecting…";
  if (!list) return "Loading…";
  const { live, matches } = list;
  return live === matches ? `${live.toLocaleString()} live` : `${matches.toLocaleString()} of ${live.toLocaleString()} live`;
}

function row({ id, app, screen, flow, revision, status, account, pending, waiters, lastUsedAt }, isSelected) {
  return h("li", { key: id },
    h("a", { class: "session", href: `#${encodeURIComponent(id)}`, "aria-current": isSelected && "true", "data-status": status },
      h("span", { class: "session__line" }, h("strong", {}, screen ?? "–"), h("time", { datetime: lastUsedAt }, ago(lastUsedAt))),
      h("span", { class: "session__line session__soft" }, h("span", {}, [app, flow, account].filter(Boolean).join(" · ")), h("span", {}, `r${revision}`)),
      h("span", { class: "session__line session__soft" }, h("code", {}, shortId(id)),
        h("span", { class: "session__marks" },
          status !== "active" && h("span", { key: "status", class: "mark", "data-kind": status }, status),
          pending > 0 && h("span", { key: "pending", class: "mark" }, `${pending} pending`),
          waiters > 0 && h("span", { key: "waiters", class: "mark", "data-kind": "on" }, "connected")))));
}

function shortId(id) {
  return id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id;
}
