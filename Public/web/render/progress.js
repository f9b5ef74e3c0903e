import { h } from "./dom.js";
import { AutoPause } from "./auto-pause.js";
import { symbol } from "./symbols.js";

/**
 * `{"kind": "progress", "label"?, "value"?: 0…1, "output"?, "paused"?}`. Without a value the progress is indeterminate. With an
 * output it goes on by itself and can be paused.
 */
export function progress({ label, value, output, paused }, context) {
  const isKnown = Number.isFinite(value);
  const id = context.id("label");
  return h("div", { class: "progress" },
    h("div", { class: "progress__head" },
      h("p", { class: "progress__label", id }, label ?? context.words.loading, isKnown && !output && h("span", {}, ` ${context.language.percent(value)}`)),
      output && pauseButton(output, paused, context)),
    h("progress", { class: "progress__bar", "aria-labelledby": id, max: 1, value: isKnown ? value : null, "data-value": isKnown }));
}

/** By the button. */
const autoPauses = new WeakMap();

function pauseButton(output, paused, context) {
  const { words } = context;
  const isPaused = context.latest(paused);
  return h("button", {
    class: "progress__pause",
    type: "button",
    "aria-label": isPaused ? words.play : words.pause,
    title: isPaused ? words.play : words.pause,
    on: { click: ({ currentTarget }) => autoPauses.get(currentTarget)?.toggle() },
    "data-paused": isPaused,
    mounted: (button) => {
      const autoPause = new AutoPause((value) => context.reportValue(output, value), () => "paused" in button.dataset);
      autoPauses.set(button, autoPause);
      autoPause.attach(button);
    },
  }, symbol(isPaused ? "play" : "pause"));
}
