import { graticule, Projection } from "./projection.js";
import { h } from "./dom.js";
import { symbol } from "./symbols.js";
import { words } from "../words.js";

/**
 * `{"kind": "map", "markers": [{"key", "title", "latitude", "longitude", "selected"?, "report"?}]}`
 *
 * A plot with a graticule, drawn without loading anything from another server. Below it is a list of the same markers for
 * keyboards and screen readers.
 */
export function map({ markers = [] }, context) {
  const projection = new Projection(markers);
  const lines = graticule(projection);
  return h("figure", { class: "card map", "aria-label": words.map },
    h("div", { class: "map__plot" },
      h("svg", { class: "map__graticule", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
        lines.map(({ axis, at }) => h("path", { d: axis === "x" ? `M${at} 0V100` : `M0 ${at}H100` }))),
      lines.map(({ axis, at, label }) =>
        h("span", {
          class: `map__degree map__degree--${axis}`,
          "aria-hidden": "true",
          style: { [axis === "x" ? "left" : "top"]: `${at}%` },
        }, label)),
      markers.map((marker, index) => pin(marker, projection, context.at(marker.key ?? index)))),
    h("ul", { class: "rows" }, markers.map((marker, index) => {
      const key = marker.key ?? index;
      return h("li", { key }, row(marker, context.at(key)));
    })));
}

function pin({ key, title, latitude, longitude, selected, report }, projection, context) {
  const { x, y } = projection.point(latitude, longitude);
  return h("button", {
    key: key && `pin ${key}`,
    class: "map__pin",
    type: "button",
    tabindex: "-1",
    "aria-label": title,
    "data-selected": selected,
    "data-side": x > 60 ? "left" : "right",
    disabled: !report || !context.output(report.output),
    style: { left: `${x}%`, top: `${y}%` },
    on: { click: () => report && context.report(report.output, report.payload) },
  }, symbol("pin"), h("span", { class: "map__name", "aria-hidden": "true" }, title));
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
    disabled: !context.output(report.output) && !context.isPending,
    on: { click: () => context.report(report.output, report.payload) },
  }, content);
}

function mark(selected, report, context) {
  if (context.isPending) return h("span", { class: "spinner" });
  if (selected) return h("span", { class: "row__mark row__mark--check" }, symbol("checkmark", words.selected));
  return report && h("span", { class: "row__mark" }, symbol("forward"));
}

function degrees(value, positive, negative) {
  return `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;
}
