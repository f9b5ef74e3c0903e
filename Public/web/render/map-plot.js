import { arrange } from "./map-layout.js";
import { land } from "./land.js";
import { viewOf } from "./map-view.js";

/** The degrees of longitude below which the land is left out, because its outline is too coarse. */
const SMALLEST_LAND_SPAN = 1.5;
/** The area of the buttons, in pixels from the right and the bottom. */
const BUTTONS = { width: 148, height: 54 };
/** The room that the name of a degree needs beside its line, in pixels. */
const DEGREE_WIDTH = 36;
/** The greatest width of a label with its padding, in pixels. The style sheet has the same. */
const LABEL = { most: 160, padding: 16 };

/**
 * The plot of a map: the land, the graticule, and the markers.
 * @param {object[]} markers @param {import("./context.js").Context} context
 * @param {object} parts `h`, `nodeNear` and `symbol`, not imports, because a file that this one shared with the main script would be one more
 *   request for all users.
 */
export function plot(markers, context, parts) {
  const { maps, redraw } = context.app;
  const view = viewOf(maps, context.id(), markers, redraw);
  return parts.h("div", {
    key: "plot",
    class: "map__plot",
    role: "group",
    tabindex: "0",
    "aria-label": context.words.mapHint,
    "data-moved": !view.isHome,
    "data-close": isClose(view.viewport),
    mounted: (plot) => view.attach(plot),
    on: view.handlers,
  }, ground(view.viewport, parts), pins(markers, view, context, parts), buttons(view, context.words, parts));
}

/** The land and the lines of the graticule. */
function ground(viewport, { h }) {
  const { origin, scale, width, height } = viewport;
  const lines = viewport.graticule();
  const isDrawn = !isClose(viewport);
  return [
    h("svg", { key: "ground", class: "map__ground", "aria-hidden": "true" },
      isDrawn && h("path", {
        key: "land", class: "map__land", d: land, transform: `translate(${origin.x} ${origin.y}) scale(${scale})`,
      }),
      lines.map(({ axis, at }) =>
        h("path", { class: "map__line", d: axis === "x" ? `M${at} 0V${height}` : `M0 ${at}H${width}` }))),
    lines.filter(({ axis, at }) => axis === "y" || at < width - DEGREE_WIDTH).map(({ axis, at, label }) =>
      h("span", {
        class: `map__degree map__degree--${axis}`,
        "aria-hidden": "true",
        style: { [axis === "x" ? "left" : "top"]: `${at}px` },
      }, label)),
  ];
}

function isClose({ span }) {
  return span < SMALLEST_LAND_SPAN;
}

function pins(markers, view, context, parts) {
  const { viewport } = view;
  const placed = markers
    .map((marker, index) => ({ index, title: marker.title, ...viewport.point(marker.latitude, marker.longitude) }))
    .sort((one, other) => Boolean(markers[other.index].selected) - Boolean(markers[one.index].selected));
  const { width, height } = viewport;
  const taken = [{ left: width - BUTTONS.width, top: height - BUTTONS.height, right: width, bottom: height }];
  return arrange(placed, viewport, (text) => labelWidth(text, context.app.root), taken).map((group) => {
    const [{ index }] = group.members;
    if (group.members.length > 1) return cluster(group, markers, view, context, parts);
    return pin(markers[index], group, context.at(markers[index].key ?? index), parts);
  });
}

function pin({ key, title, selected, report }, { x, y, side }, context, { h, symbol }) {
  return h("button", {
    key: key && `pin ${key}`,
    class: "map__pin",
    type: "button",
    tabindex: "-1",
    "aria-label": title,
    title: side ? null : title,
    "data-selected": selected,
    "data-side": side,
    disabled: !report || !context.output(report.output),
    style: { left: `${x}px`, top: `${y}px` },
    on: { click: () => report && context.report(report.output, report.payload) },
  }, symbol("pin"), h("span", { class: "map__name", "aria-hidden": "true" }, title));
}

/** Markers that overlap, as one button that moves closer. Where that is impossible, it leads to the first row of the list. */
function cluster({ x, y, members }, markers, view, context, { h, nodeNear }) {
  const titles = members.map(({ title }) => title).join(", ");
  const [{ index: first }] = members;
  const isSelected = members.some(({ index }) => markers[index].selected);
  return h("button", {
    key: `cluster ${markers[first].key ?? first}`,
    class: "map__cluster",
    type: "button",
    tabindex: "-1",
    "aria-label": titles,
    title: titles,
    "data-selected": isSelected,
    style: { left: `${x}px`, top: `${y}px` },
    on: {
      click: (event) => {
        if (view.focus(members.map(({ index }) => markers[index]))) return;
        nodeNear(event.currentTarget, context.at(markers[first].key ?? first).id("marker"))?.querySelector("button")?.focus();
      },
    },
  }, h("span", { class: "map__count" }, members.length));
}

function buttons(view, words, { h, symbol }) {
  const one = (label, icon, act, isPossible = true) =>
    h("button", {
      key: icon,
      class: "map__button",
      type: "button",
      "aria-label": label,
      "aria-disabled": isPossible ? null : "true",
      on: { click: () => isPossible && act() },
    }, symbol(icon));
  const { viewport } = view;
  return h("div", { key: "buttons", class: "map__buttons" },
    one(words.zoomIn, "plus", () => view.zoomIn(), viewport.zoomed(2).scale > viewport.scale),
    one(words.zoomOut, "minus", () => view.zoomOut(), viewport.zoomed(0.5).scale < viewport.scale),
    one(words.allPlaces, "pin", () => view.reset(), !view.isHome));
}

let ruler = null;

/** The width of a label in the font of the view, in pixels. */
function labelWidth(text, root) {
  ruler ??= document.createElement("canvas").getContext("2d");
  const size = parseFloat(getComputedStyle(root.ownerDocument.documentElement).fontSize) * 0.75;
  ruler.font = `600 ${size}px ${getComputedStyle(root).fontFamily}`;
  return Math.min(ruler.measureText(text).width + LABEL.padding, LABEL.most);
}
