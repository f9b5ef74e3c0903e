import { h } from "./dom.js";
import { symbol, withSpinner } from "./symbols.js";

/**
 * `{"kind": "button", "output", "label", "payload"?, "role"?: "primary"|"destructive"|"cancel"|"plain", "placement"?,
 * "symbol"?, "enabledAt"?, "badge"?, "selected"?, "disabled"?}`, in the body of a screen, a row or an alert.
 */
export function button(description, context) {
  const { label, role = "plain", symbol: name, enabledAt, badge } = description;
  const left = context.timeUntil(enabledAt);
  return h("button", { ...behavior(description, context, left), class: `button button--${role}` },
    name && symbol(name),
    h("span", { class: "button__label" }, left ? context.words.inTime(label, left) : label),
    badge && h("span", { class: "badge" }, badge),
    context.isPending && h("span", { class: "spinner" }));
}

/** A button in a bar: only its symbol, if it has one. */
export function barButton(description, context) {
  const { label, role = "plain", symbol: name, enabledAt, badge } = description;
  const left = context.timeUntil(enabledAt);
  const props = { ...behavior(description, context, left), class: `bar__button bar__button--${role}` };
  if (context.isPending) return h("button", { ...props, "aria-label": label }, withSpinner(name ? symbol(name) : label));
  const mark = badge && h("span", { class: "badge bar__badge" }, badge);
  if (!name) return h("button", props, label, mark);
  return h("button", { ...props, "aria-label": badge ? `${label}, ${badge}` : label, title: label }, symbol(name), mark);
}

function behavior({ output, payload, selected, disabled }, context, left) {
  const isPossible = !disabled && !left;
  return {
    type: "button",
    ...context.controlAttributes(output, isPossible),
    "aria-busy": context.isPending && "true",
    "aria-pressed": selected === undefined ? null : String(selected),
    on: { click: () => isPossible && context.report(output, payload) },
  };
}
