import { h } from "./dom.js";
import { symbol } from "./symbols.js";

/** The time to wait for another press before the number is reported, in milliseconds. */
const PAUSE = 350;

/**
 * `{"kind": "stepper", "output", "payload"?, "member"?, "label", "value", "min"?, "max"?, "step"?}`. Reports the new
 * number, or the payload with the number as that member.
 */
export function stepper(description, context) {
  return h("div", { class: "card stepper", role: "group", "aria-label": description.label },
    h("span", { class: "stepper__label" }, description.label),
    buttons(description, context));
}

/** The buttons without a label, for a row that has one. */
export function stepperControl(description, context) {
  return h("div", { class: "stepper__control", role: "group", "aria-label": description.label },
    buttons(description, context));
}

function buttons({ output, payload, member = "value", label, value, min = -Infinity, max = Infinity, step = 1 }, context) {
  const shown = context.latest(value);
  const isEnabled = context.output(output) || shown !== value || context.isPending || context.isTemporarilyUnavailable(output);

  function press(name, icon, target) {
    const isPossible = isEnabled && target >= min && target <= max;
    return h("button", {
      key: name,
      class: "stepper__button",
      type: "button",
      "aria-label": `${name}: ${label}`,
      "aria-disabled": isPossible ? null : "true",
      on: { click: () => isPossible && context.reportValue(output, target, { member, payload, pause: PAUSE }) },
    }, symbol(icon));
  }

  return [
    press(context.words.decrease, "minus", tidy(shown - step)),
    h("output", { key: "value", class: "stepper__value", "aria-live": "polite" }, shown),
    press(context.words.increase, "plus", tidy(shown + step)),
  ];
}

/** Rounds away floating-point errors, so that 0.1 + 0.2 is shown as 0.3. */
function tidy(number) {
  return Number(number.toPrecision(12));
}
