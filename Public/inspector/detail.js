import { ago, clock } from "./time.js";
import { containersView, coordinatorsView } from "./tree.js";
import { h } from "../web/render/dom.js";
import { jsonTree } from "../dev/json.js";
import { mapView } from "./map.js";
import { timelineView } from "./timeline.js";
import { escaped } from "../dev/escape.js";

/** One session from inside. @param {object} model @param {object} actions */
export function detailView(model, actions) {
  const { id, detail, error, at, pastState, entries, map, forked } = model;
  if (!id) return empty(model);
  if (!detail) return h("p", { class: "wait", role: error ? "alert" : "status" }, error ?? "Loading…");
  const { session, client, connected, pending } = detail;
  const state = at === null ? detail.state : pastState;
  const place = at === null ? detail.place : entries.find(({ revision }) => revision === at)?.place;
  return h("div", { key: id, class: "detail" },
    h("header", { class: "detail__head" },
      h("button", { class: "detail__back", type: "button", on: { click: () => actions.leave() } }, "All sessions"),
      h("div", { class: "detail__title" },
        h("h2", {}, `${session.app} · ${session.screen ?? "–"}`),
        h("p", { class: "soft" }, h("code", {}, id), `  revision ${session.revision}, ${session.status}${session.effect ? ` (${session.effect})` : ""}, last used ${ago(session.lastUsedAt)} ago`)),
      h("div", { class: "detail__actions" },
        h("button", { type: "button", "data-role": "primary", on: { click: () => actions.fork(at ?? session.revision) } },
          model.isForDevelopment ? `Open a fork at ${at ?? session.revision}` : `Fork at ${at ?? session.revision}`))),
    error && h("p", { key: "error", class: "notice", role: "alert" }, error),
    forked && h("div", { key: "fork", class: "notice", role: "status" }, `The fork is session ${forked.id}.`, forked.token && token(forked)),
    at !== null && h("p", { key: "past", class: "notice notice--past", role: "status" }, `You look at revision ${at}. `,
      h("button", { type: "button", on: { click: () => actions.show(null) } }, "Back to now")),
    h("div", { class: "panes" },
      pane("Map", "map", mapView(map, place, entries, at), "pane--wide"),
      pane("Timeline", "timeline", timelineView(model, actions), "pane--tall"),
      pane("Coordinators", "coordinators", coordinatorsView(detail, place, at), "", at === null ? undefined : "as they are now"),
      pane("Containers", "containers", state ? containersView(state) : h("p", { class: "soft" }, "Loading…")),
      pane("Effects and timers", "effects", effects(pending), "", at === null ? undefined : "as they are now"),
      pane("Connected", "connected", clients(connected, client)),
      pane("State", "state", state
        ? h("div", { key: `${id} ${state.revision}`, class: "json", mounted: (element) => element.append(jsonTree(state)) })
        : h("p", { class: "soft" }, "Loading…"), "pane--full")));
}

function empty({ list }) {
  return h("div", { class: "empty" },
    h("h2", {}, list?.live ? "Choose a session" : "No session yet"),
    h("p", {}, list?.live ? "Its coordinators, its containers, its place on the map, and every step that led there." : "Open an application in another tab; its session appears here at once."));
}

function pane(title, name, content, kind = "", note = undefined) {
  return h("section", { key: name, class: `pane ${kind}`, "aria-labelledby": `pane-${name}`, "data-pane": name },
    h("h3", { id: `pane-${name}` }, title, note && h("small", {}, ` ${note}`)), content);
}

function token({ id, token }) {
  const command = `curl -s ${location.protocol}//SERVER/v1/sessions/${id} -H 'Authorization: Bearer ${token}'`;
  return h("pre", { class: "well", tabindex: "0" }, command);
}

function effects(pending) {
  if (pending.length === 0) return h("p", { class: "soft" }, "None waits.");
  return h("ul", { class: "facts" }, pending.map(({ key, name, type, coordinator, since, due, failures, blocks, lost }) =>
    h("li", { key },
      h("strong", {}, name), h("code", {}, ` ${key}`),
      h("span", { class: "soft" }, ` ${type} of ${coordinator}, since ${clock(since)}`,
        due ? `, due ${clock(due)}` : "", failures > 0 ? `, failed ${failures} times` : "", blocks ? ", its screen waits" : "", lost ? ", lost by a restart" : ""))));
}

function clients({ streams, waits, devices }, client) {
  const { platform, version, locale } = client;
  return h("div", {},
    h("p", {}, `${plural(streams, "event stream")}, ${plural(waits, "waiting request")}`),
    h("p", { class: "soft" }, `Started by ${escaped([platform ?? "a client without a name", version, locale].filter(Boolean).join(" · "))}`),
    h("ul", { class: "facts" }, devices.map((device) => h("li", { key: device.id },
      h("strong", {}, device.platform ?? "client"), h("code", {}, ` ${device.id}`), h("span", { class: "soft" }, ` last used ${ago(device.lastUsedAt)} ago`)))));
}

function plural(count, name) {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
