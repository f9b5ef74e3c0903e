import { focusedNear, isRightToLeft } from "./tree.js";
import { h } from "./dom.js";
import { thumbnail } from "./image.js";

/** `{"kind": "segments", "label", "options": [{"key", "label", "image"?, "badge"?, "selected"?, "report"?}]}` */
export const segments = (description, context) => group(description, context, "segments");

/** `{"kind": "chips", "label", "options": […], "several"?: bool}` */
export const chips = (description, context) => group(description, context, "chips");

/** `{"kind": "swatches", "label", "options": [{…, "color"?: "#rrggbb"}]}` */
export const swatches = (description, context) => group(description, context, "swatches");

function group({ label, options = [], several }, context, style) {
  const parts = options.map((each, index) => ({ ...each, context: context.at(each.key ?? index) }));
  const pressed = parts.find((each) => each.context.isPending);
  // Shows the user's choice until the server has responded.
  const isOn = (each) => (each === pressed ? !several || !each.selected : Boolean(each.selected) && (several || !pressed));
  const on = parts.find(isOn);
  const id = context.id("label");
  return h("div", { class: `options options--${style}` },
    style === "swatches" && h("p", { class: "options__label" },
      h("span", { id }, label), on && h("span", { class: "options__chosen" }, on.label)),
    h("div", {
      class: style,
      role: several ? "group" : "radiogroup",
      "aria-label": style === "swatches" ? null : label,
      "aria-labelledby": style === "swatches" ? id : null,
      on: several ? {} : { keydown: moveChoice },
    }, parts.map((each, index) => option(each, style, {
      role: several ? "checkbox" : "radio",
      isOn: isOn(each),
      isStop: several || (on ? each === on : index === 0),
    }))));
}

function option({ key, label, image, color, badge, report, context }, style, { role, isOn, isStop }) {
  const isEnabled = report && (context.output(report.output) || context.isPending);
  return h("button", {
    key,
    class: "option",
    type: "button",
    role,
    "aria-checked": String(isOn),
    // It is not disabled, because a disabled button would lose the focus.
    "aria-disabled": isEnabled ? null : "true",
    "aria-label": style === "swatches" ? label : null,
    title: style === "swatches" ? label : null,
    tabindex: isStop ? "0" : "-1",
    on: { click: () => isEnabled && (several(role) || !isOn) && context.report(report.output, report.payload) },
    mounted: isOn && style === "chips" ? (chip) => chip.parentElement.scrollTo?.({ left: chip.offsetLeft - 48 }) : undefined,
  },
    color && h("span", { class: "option__color", style: { "--color": color } }),
    !(color && style === "swatches") && thumbnail(image, context),
    style !== "swatches" && h("span", {}, label),
    badge && h("span", { class: "badge" }, badge));
}

function several(role) {
  return role === "checkbox";
}

/** Chooses the next or the previous option with the arrow keys, as radio buttons do. */
function moveChoice(event) {
  const options = [...event.currentTarget.querySelectorAll(".option")];
  const index = options.indexOf(focusedNear(event.currentTarget));
  const [forward, backward] = isRightToLeft(event.currentTarget) ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const step = { [forward]: 1, ArrowDown: 1, [backward]: -1, ArrowUp: -1 }[event.key];
  if (index < 0 || !step) return;
  event.preventDefault();
  const target = options.at((index + step) % options.length);
  target.focus();
  target.click();
}
