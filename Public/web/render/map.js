import { h } from "./dom.js";
import { nodeNear } from "./tree.js";
import { symbol } from "./symbols.js";

/** The module that draws plots, or null until it is loaded. */
let plots = null;
let loading = null;

/**
 * `{"kind": "map", "markers": [{"key", "title", "latitude", "longitude", "selected"?, "report"?}]}`
 *
 * A plot of the land and a graticule, which a user moves and zooms, drawn without loading anything from another server. Below
 * it is a list of the same markers for keyboards and screen readers. The code of plots is loaded when the first one is drawn.
 */
export function map({ markers = [] }, context) {
  if (!plots) load(context.app.redraw);
  return h("figure", { class: "card map", "aria-label": context.words.map },
    plots ? plots.plot(markers, context, { h, nodeNear, symbol }) : h("div", { key: "loading", class: "map__plot" }),
    h("ul", { class: "rows" }, markers.map((marker, index) => {
      const key = marker.key ?? index;
      return h("li", { key, id: context.at(key).id("marker") }, row(marker, context.at(key)));
    })));
}

/** Without the plot, the list below it has everything, too. The next drawing tries again. */
function load(redraw) {
  loading ??= import("./map-plot.js").then((module) => (plots = module), () => (loading = null));
  loading.then((module) => module && redraw());
}

function row({ title, latitude, longitude, selected, report }, context) {
  const content = [
    h("span", { class: "thumbnail thumbnail--symbol" }, symbol("pin")),
    h("span", { class: "row__text" },
      h("span", { class: "row__title" }, title),
      h("span", { class: "row__subtitle" }, `${degrees(latitude, "N", "S")}  ${degrees(longitude, "E", "W")}`)),
    mark(selected, report, context),
  ];
  if (!report) return h("div", { class: "row" }, content);
  return h("button", {
    class: "row",
    type: "button",
    "aria-busy": context.isPending && "true",
    ...context.controlAttributes(report.output),
    on: { click: () => context.report(report.output, report.payload) },
  }, content);
}

function mark(selected, report, context) {
  if (context.isPending) return h("span", { class: "spinner" });
  if (selected) return h("span", { class: "row__mark row__mark--check" }, symbol("checkmark", context.words.selected));
  return report && h("span", { class: "row__mark" }, symbol("forward"));
}

function degrees(value, positive, negative) {
  return `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;
}
