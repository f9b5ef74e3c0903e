import { h } from "./dom.js";

/**
 * What a user can choose as a whole, such as a card: a button if it reports something, otherwise a plain element.
 * @param {{output: string, payload?: *}|undefined} report
 * @param {import("./context.js").Context} context The part's own.
 * @param {object} props Properties of the element. @param {Array} content
 */
export function pressable(report, context, props, content) {
  if (!report) return h("div", props, content);
  return h("button", {
    ...props,
    type: "button",
    "aria-current": context.isChosen && "true",
    "aria-busy": context.isPending && "true",
    ...context.enabling(report.output),
    on: { click: () => context.report(report.output, report.payload) },
  }, content);
}
