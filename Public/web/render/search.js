import { h } from "./dom.js";
import { symbol } from "./symbols.js";

/** The time to wait for another letter, in milliseconds. */
const PAUSE = 300;

/**
 * `{"kind": "search", "output", "placeholder", "value"?}`. Reports the text after a pause, or at once on Enter, but never one
 * that an input method is still composing.
 */
export function search({ output, placeholder, value = "" }, context) {
  const isEnabled = context.output(output) || context.isPending || context.isTemporarilyUnavailable(output) || context.latest(value) !== value;
  const report = (text, pause) => context.reportValue(output, text, { member: "query", pause });
  return h("form", {
    class: "search",
    role: "search",
    novalidate: true,
    on: {
      submit: (event) => {
        event.preventDefault();
        report(event.currentTarget.querySelector("input").value, 0);
      },
    },
  },
    symbol("search"),
    h("input", {
      type: "search",
      class: "search__input",
      "aria-label": placeholder || context.words.search,
      placeholder: placeholder || context.words.search,
      enterkeyhint: "search",
      autocomplete: "off",
      // It is read-only and not disabled, because a disabled input would lose the focus while the user is typing.
      readonly: !isEnabled,
      "aria-disabled": isEnabled ? null : "true",
      value: context.latest(value),
      on: {
        input: (event) => event.isComposing || report(event.currentTarget.value, PAUSE),
        compositionend: (event) => report(event.currentTarget.value, PAUSE),
      },
    }),
    context.isPending && h("span", { class: "spinner" }));
}
