import { h } from "./dom.js";
import { vibrate } from "./haptics.js";

/**
 * `{"kind": "toggle", "output", "payload"?, "member"?, "label", "value": bool, "help"?}`. Reports the new value, or the
 * payload with the value as that member.
 */
export function toggle(description, context) {
  const { label, help } = description;
  return h("div", { class: "card switch-row" },
    h("label", { class: "switch-row__text", for: context.id() }, label),
    context.isPending && h("span", { class: "spinner" }),
    toggleControl(description, context),
    help && h("p", { class: "help", id: context.id("help") }, help));
}

/** The switch without a label, for a row that has one. */
export function toggleControl({ output, payload, member = "value", label, value, help }, context) {
  const shown = context.latest(value);
  const isEnabled = context.output(output) || shown !== value || context.isPending || context.isTemporarilyUnavailable(output);
  return h("input", {
    id: context.id(),
    class: "switch",
    type: "checkbox",
    role: "switch",
    "aria-label": label,
    // Shows the user's choice until the server has responded.
    checked: shown,
    live: true,
    disabled: !isEnabled,
    "aria-busy": context.isPending && "true",
    "aria-describedby": help ? context.id("help") : null,
    on: { change: (event) => {
      vibrate("tap");
      context.reportValue(output, event.currentTarget.checked, { member, payload });
    } },
  });
}
