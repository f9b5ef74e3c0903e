import { h } from "./dom.js";
import { symbol } from "./symbols.js";
import { words } from "../words.js";

/** How long to wait for another press before the sum is reported, in milliseconds. */
const PAUSE = 350;

/** `{"kind": "stepper", "output", "label", "value", "min"?, "max"?, "step"?}`. Reports the new number. */
export function stepper({ output, label, value, min = -Infinity, max = Infinity, step = 1 }, context) {
  const shown = context.latest(value);
  const isOffered = context.output(output) || shown !== value || context.isPending;

  function press(name, icon, target) {
    const isPossible = isOffered && target >= min && target <= max;
    return h("button", {
      key: name,
      class: "stepper__button",
      type: "button",
      "aria-label": `${name}: ${label}`,
      "aria-disabled": isPossible ? null : "true",
      on: { click: () => isPossible && context.reportSoon(output, target, { member: "value", delay: PAUSE }) },
    }, symbol(icon));
  }

  return h("div", { class: "card stepper", role: "group", "aria-label": label },
    h("span", { class: "stepper__label" }, label),
    press(words.decrease, "minus", tidy(shown - step)),
    h("output", { class: "stepper__value", "aria-live": "polite" }, shown),
    press(words.increase, "plus", tidy(shown + step)));
}

/** 0.1 + 0.2 is 0.3 to those who press a button. */
function tidy(number) {
  return Number(number.toPrecision(12));
}
