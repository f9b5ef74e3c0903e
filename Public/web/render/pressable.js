import { h } from "./dom.js";

/**
 * Draws a part that a user can choose as a whole, such as a row or a card: a link if its report leads to a place with an
 * address, a button if it has another report, otherwise a plain element.
 *
 * A plain press reports the output. Everything else that a browser does with links is left to the browser: another tab, copy,
 * share.
 * @param {{output: string, payload?: *, link?: string}|undefined} report
 * @param {import("./context.js").Context} context The part's own.
 * @param {object} props Further properties.
 * @param {...*} children As in {@link h}.
 */
export function pressable(report, context, props, ...children) {
  if (!report) return h("div", props, children);
  const { output, payload, link } = report;
  const { disabled, ...attributes } = context.controlAttributes(output);
  const press = () => context.report(output, payload);
  const shared = { ...props, "aria-current": context.isChosen && "true", "aria-busy": context.isPending && "true", ...attributes };
  const href = context.app.host.addressOf?.(link);
  if (!href) return h("button", { ...shared, type: "button", disabled, on: { click: press } }, children);
  const click = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    press();
  };
  // A link without an address is a disabled one.
  if (disabled) return h("a", { ...shared, href: null, role: "link", "aria-disabled": "true", on: { click } }, children);
  return h("a", { ...shared, href, role: null, on: { click } }, children);
}
