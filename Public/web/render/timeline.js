import { h } from "./dom.js";
import { partHeading } from "./text.js";
import { symbol } from "./symbols.js";

/** `{"kind": "timeline", "label"?, "steps": [{"key", "title", "text"?, "time"?, "status": "done"|"current"|"upcoming"}]}` */
export function timeline({ label, steps = [] }, context) {
  const id = context.id("label");
  return h("section", { class: "section", "aria-labelledby": label ? id : null },
    label && h(partHeading(context), { class: "section__header", id }, label),
    h("ol", { class: "card timeline" }, steps.map(({ key, title, text, time, status }) =>
      h("li", { key, class: "step", "data-status": status, "aria-current": status === "current" ? "step" : null },
        h("span", { class: "step__mark" }, status === "done" && symbol("checkmark")),
        h("span", { class: "step__title" }, h("span", {}, title), h("span", { class: "visually-hidden" }, `, ${context.words.steps[status] ?? ""}`)),
        text && h("span", { class: "step__text" }, text),
        time && h("time", { class: "step__text", datetime: time }, context.language.dateAndTime(time))))));
}
