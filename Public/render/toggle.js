import { h } from "./dom.js";
import { payloadOf } from "./schema.js";

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
  const schema = context.output(output)?.schema;
  const other = () => payloadOf(!value, member, schema, payload);
  return h("input", {
    id: context.id(),
    class: "switch",
    type: "checkbox",
    role: "switch",
    "aria-label": label,
    // Shows the user's choice until the server has responded.
    checked: context.isPending ? !value : value,
    live: true,
    disabled: !context.output(output) && !context.isPending,
    "aria-busy": context.isPending && "true",
    "aria-describedby": help ? context.id("help") : null,
    on: { change: (event) => change(event.currentTarget, output, other(), value, context) },
  });
}

async function change(input, output, payload, value, context) {
  const outcome = await context.report(output, payload);
  // The action was not sent, so the switch must show the old value again.
  if (outcome === "ignored") input.checked = value;
}
