import { h } from "./dom.js";
import { payloadOf } from "./schema.js";

/** `{"kind": "toggle", "output", "label", "value": bool, "help"?}`. Reports the new value. */
export function toggle({ output, label, value, help }, context) {
  const schema = context.output(output)?.schema;
  return h("div", { class: "card switch-row" },
    h("label", { class: "switch-row__text", for: context.id() }, label),
    context.isPending && h("span", { class: "spinner" }),
    h("input", {
      id: context.id(),
      class: "switch",
      type: "checkbox",
      role: "switch",
      // Shown as the user left it, until the server has answered.
      checked: context.isPending ? !value : value,
      live: true,
      disabled: !context.output(output) && !context.isPending,
      "aria-busy": context.isPending && "true",
      "aria-describedby": help ? context.id("help") : null,
      on: { change: (event) => change(event.currentTarget, output, schema, value, context) },
    }),
    help && h("p", { class: "help", id: context.id("help") }, help));
}

async function change(input, output, schema, value, context) {
  const outcome = await context.report(output, payloadOf(!value, "value", schema));
  // The tap was not taken: the switch must not claim that it was.
  if (outcome === "ignored") input.checked = value;
}
