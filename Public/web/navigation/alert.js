import { cancel, confirm } from "../render/confirm.js";
import { Context } from "../render/context.js";
import { h } from "../render/dom.js";
import { viewOf } from "./screen.js";

/** The alert of the screen in front, with its context. @param {object} app @returns {{description, context}|null} */
export function alertOf(app) {
  const { state } = app.store;
  const screen = state?.screens[state.focus];
  if (!screen) return null;
  const index = viewOf(screen).findIndex((each) => each.kind === "confirm");
  if (index < 0) return null;
  return { description: viewOf(screen)[index], context: new Context(app, state.focus, screen).at(`confirm:${index}`) };
}

/** Draws an alert above everything else. @param {{description, context}} alert */
export function alertLayer({ description, context }) {
  return h("div", { class: "alert-layer", key: `alert ${context.id()}`, leave: true },
    h("div", { class: "scrim" }),
    confirm(description, context));
}

/** Reports the cancel action of an alert. @param {{description, context}} alert */
export function cancelAlert({ description, context }) {
  cancel(description, context);
}
