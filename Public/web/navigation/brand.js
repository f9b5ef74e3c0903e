import { h } from "../render/dom.js";

/**
 * The mark and the name of the application, on a desktop. A theme without a mark has the first letter of the name. A page with more
 * than the view has its own.
 * @param {object} app
 */
export function brand({ brand: own, host, store: { state } }) {
  if (!host.ownsPage) return null;
  const name = own ?? state.appTitle ?? "";
  return h("p", { key: "brand", class: "brand" }, h("span", { class: "brand__mark", "aria-hidden": "true" }, [...name][0]), name);
}
