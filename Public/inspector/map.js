import { h } from "../web/render/dom.js";

/** The number of steps of the path that are drawn as lines. Older ones only light their screens. */
const LINES = 12;

/**
 * The map of the application with the current place and the path so far.
 * @param {Element|null} map As the server has drawn it. @param {{flows: string[], screen: string}|undefined} place
 * @param {object[]} entries The transitions, newest first. @param {number|null} at The revision that is shown.
 */
export function mapView(map, place, entries, at) {
  if (!map) return h("p", { class: "soft" }, "Loading…");
  const path = entries.filter(({ revision }) => at === null || revision <= at).map((entry) => entry.place).filter(Boolean).map(nameOf).toReversed();
  const visited = new Set(path);
  const current = place && nameOf(place);
  const flows = new Set(place?.flows ?? []);
  const [x, y, width, height] = map.getAttribute("viewBox").split(" ");
  const lines = steps(path).slice(-LINES);
  return h("div", { class: "map", tabindex: "0", role: "group", "aria-label": `Map${place ? `; the session is at ${place.screen} in ${place.flows.at(-1)}` : ""}` },
    h("svg", { viewBox: `${x} ${y} ${width} ${height}`, style: { "--width": `${width}px` }, "aria-hidden": "true" },
      [...map.children].filter(({ tagName }) => tagName === "g").map((group) => {
        const { flow, screen } = group.dataset;
        const name = screen && nameOf({ flows: [flow], screen });
        return h("g", {
          key: name ?? flow, class: group.getAttribute("class"), "data-flow": flow, "data-screen": screen,
          "data-current": name !== undefined && name === current, "data-visited": visited.has(name), "data-active": !screen && flows.has(flow),
        }, [...group.children].map(copy));
      }),
      lines.map(([from, to], index) => line(map, from, to, (index + 1) / lines.length))));
}

function copy(element) {
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  return h(element.tagName, attributes, element.tagName === "text" ? element.textContent : []);
}

/** The name of a screen in a flow. */
function nameOf({ flows, screen }) {
  return `${flows.at(-1)} ${screen}`;
}

/** The moves from one screen to another, in order. */
function steps(path) {
  return path.slice(1).map((to, index) => [path[index], to]).filter(([from, to]) => from !== to);
}

function line(map, from, to, strength) {
  const [start, end] = [edgeOf(map, from), edgeOf(map, to)];
  if (!start || !end) return null;
  const bend = Math.max(24, Math.hypot(end.x - start.x, end.y - start.y) / 5);
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - bend };
  return h("path", { class: "way", d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`, "stroke-opacity": String(0.15 + 0.75 * strength) });
}

/** The middle of the upper edge of a screen. */
function edgeOf(map, name) {
  const group = [...map.querySelectorAll("g.screen")].find(({ dataset: { flow, screen } }) => nameOf({ flows: [flow], screen }) === name);
  const box = group?.querySelector("rect");
  const [x, y, width] = ["x", "y", "width"].map((attribute) => Number(box?.getAttribute(attribute)));
  return box && { x: x + width / 2, y };
}
