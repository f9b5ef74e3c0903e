import { h } from "./dom.js";
import { symbol } from "./symbols.js";
import { words } from "../words.js";

/**
 * `{"kind": "button", "output", "label", "payload"?, "role"?: "primary"|"destructive"|"cancel"|"plain", "placement"?,
 * "symbol"?, "enabledAt"?, "disabled"?}`, in the body of a screen or an alert.
 */
export function button(description, context) {
  const { label, role = "plain", symbol: name, enabledAt } = description;
  const left = context.timeUntil(enabledAt);
  return h("button", { ...behaviour(description, context, left), class: `button button--${role}` },
    name && symbol(name),
    h("span", { class: "button__label" }, left ? words.inTime(label, left) : label),
    context.isPending && h("span", { class: "spinner" }));
}

/** The same in a bar: a symbol alone, where it has one. */
export function barButton(description, context) {
  const { label, role = "plain", symbol: name, enabledAt } = description;
  const left = context.timeUntil(enabledAt);
  const props = { ...behaviour(description, context, left), class: `bar__button bar__button--${role}` };
  if (context.isPending) return h("button", { ...props, "aria-label": label }, h("span", { class: "spinner" }));
  if (name) return h("button", { ...props, "aria-label": label, title: label }, symbol(name));
  return h("button", props, label);
}

function behaviour({ output, payload, disabled }, context, left) {
  const isLegal = context.output(output) && !disabled && !left;
  return {
    type: "button",
    // The button that was pressed keeps the focus while it works.
    disabled: !isLegal && !context.isPending,
    "aria-busy": context.isPending && "true",
    on: { click: () => isLegal && context.report(output, payload) },
  };
}
