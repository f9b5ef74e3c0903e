import { clock } from "./time.js";
import { h } from "../web/render/dom.js";
import { patchText } from "../dev/patch-text.js";
import { escapedJSON } from "../dev/escape.js";

/** The transitions, newest first, with the patch of the chosen transition. @param {object} model @param {object} actions */
export function timelineView({ entries, at }, actions) {
  if (entries.length === 0) return h("p", { class: "soft" }, "No transition is kept.");
  const shown = entries.find(({ revision }) => revision === (at ?? entries[0].revision));
  const position = entries.indexOf(shown);
  return h("div", { class: "timeline" },
    h("div", { class: "timeline__steps", role: "group", "aria-label": "Steps" },
      h("button", { type: "button", "aria-keyshortcuts": "[", title: "[", disabled: position >= entries.length - 1, on: { click: () => actions.step(-1) } }, "◀ Earlier"),
      h("button", { type: "button", "aria-keyshortcuts": "]", title: "]", disabled: position <= 0, on: { click: () => actions.step(1) } }, "Later ▶"),
      h("button", { type: "button", disabled: at === null, on: { click: () => actions.show(null) } }, "Now")),
    h("ol", { class: "timeline__list", tabindex: "0", "aria-label": "Transitions" }, entries.map((entry, index) => step(entry, entry === shown, index === 0, actions))),
    shown && h("div", { class: "timeline__patch" },
      h("p", { class: "soft" }, [shown.handledBy && `handled by ${shown.handledBy}`, ...shown.effects.map(({ name, status }) => `${name} ${status}`)].filter(Boolean).join(", ") || "no effects"),
      shown.event.payload !== undefined && h("p", {}, h("code", {}, escapedJSON(shown.event.payload))),
      h("pre", { class: "well", tabindex: "0", role: "group", "aria-label": `Patch to revision ${shown.revision}` }, patchText(shown.patch))));
}

function step({ revision, at, event, place }, isShown, isLatest, actions) {
  return h("li", { key: String(revision) },
    h("button", { class: "step", type: "button", "aria-pressed": isShown ? "true" : "false", on: { click: () => actions.show(isLatest ? null : revision) } },
      h("span", { class: "step__number" }, String(revision)),
      h("span", { class: "step__event" }, `${event.type} ${event.name ?? event.screen ?? ""}`, h("span", { class: "soft" }, place ? ` → ${place.screen}` : "")),
      h("time", { class: "soft", datetime: at }, clock(at))));
}
