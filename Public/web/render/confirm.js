import { button } from "./button.js";
import { h } from "./dom.js";

/**
 * `{"kind": "confirm", "title", "text"?, "actions": [{"label", "role", "output", "payload"?}]}`: an alert above everything
 * else, closed by one of its actions. Escape reports the action with the role `cancel`.
 */
export function confirm({ title, text, actions = [] }, context) {
  const id = context.id("title");
  return h("div", {
    class: "alert",
    role: "alertdialog",
    "aria-modal": "true",
    "aria-labelledby": id,
    "aria-describedby": text ? context.id("text") : null,
  },
    h("h2", { class: "alert__title", id, tabindex: "-1" }, title),
    text && h("p", { class: "alert__text", id: context.id("text") }, text),
    h("div", { class: "alert__actions" }, actions.map((action, index) => button(action, context.at(index)))));
}

/** Reports the action with the role `cancel`, if the alert has one. @returns {boolean} Whether it has. */
export function cancel({ actions = [] }, context) {
  const index = actions.findIndex((action) => action.role === "cancel");
  if (index < 0) return false;
  context.at(index).report(actions[index].output, actions[index].payload);
  return true;
}
