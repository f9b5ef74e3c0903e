import { container } from "./container.js";
import { dragToDismiss } from "./drag-to-dismiss.js";
import { h } from "../render/dom.js";
import { titleId } from "./bar.js";
import { visibleScreen } from "./tree.js";

/**
 * A modal above the app: a sheet or full screen, with a stack of its own.
 * @param {object} app
 * @param {object} modal `{key, presentation, dismissible, transition, state}`
 * @param {{isFront: boolean, depth: number}} position `depth`: the number of modals above it.
 */
export function sheet(app, { key, presentation, dismissible, transition, state: node }, { isFront, depth }) {
  // A covered sheet keeps its look.
  const mayDismiss = dismissible !== false && (!isFront || Boolean(app.store.state.gestures?.dismiss));
  const dismiss = () => app.gestures.dismiss();
  return h("div", {
    class: "modal",
    key,
    "data-presentation": presentation === "fullScreen" ? "fullScreen" : "sheet",
    "data-transition": transition ?? "coverVertical",
    "data-depth": Math.min(depth, 2),
    inert: !isFront,
    leave: true,
  },
    h("div", { class: "scrim", on: { click: () => mayDismiss && dismiss() } }),
    h("div", {
      class: "sheet",
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": titleId(visibleScreen(node)),
      on: mayDismiss ? dragToDismiss(dismiss) : {},
    },
      presentation !== "fullScreen" && h("div", { class: "sheet__grabber", "aria-hidden": "true" }),
      container(app, node, { isRoot: true, isDismissible: mayDismiss, isModal: true })));
}
