import { button } from "./button.js";
import { card, grid } from "./grid.js";
import { chips, segments, swatches } from "./options.js";
import { confirm } from "./confirm.js";
import { empty } from "./empty.js";
import { form } from "./form.js";
import { gallery, hero } from "./hero.js";
import { h } from "./dom.js";
import { heading, headingRank, text } from "./text.js";
import { image } from "./image.js";
import { list } from "./list.js";
import { map } from "./map.js";
import { progress } from "./progress.js";
import { properties } from "./properties.js";
import { search } from "./search.js";
import { stepper } from "./stepper.js";
import { timeline } from "./timeline.js";
import { toggle } from "./toggle.js";

/** The kinds of elements of the contract, and `properties`, which only this client generates (see generic.js). */
const kinds = {
  button, card, chips, confirm, empty, form, gallery, grid, heading, hero, image, list, map, progress, properties, search, segments,
  stepper, swatches, text, timeline, toggle,
};

/** The kinds of elements with which a user chooses a variant of a hero's subject. */
const choices = new Set(["segments", "stepper", "swatches"]);

/**
 * What a client with renderers of its own says about them. The server gives it fallbacks of all other elements.
 * @param {{elements?: Record<string, Function>, screens?: Record<string, Function>}} own
 * @returns {{elements?: string[], screens?: Record<string, number>}}
 */
export function declarationOf({ elements, screens }) {
  if (!elements && !screens) return {};
  const versions = Object.keys(screens ?? {}).map((name) => [name, 1]);
  return { elements: Object.keys({ ...kinds, pinned: null, ...elements }), screens: Object.fromEntries(versions) };
}

/**
 * Draws the elements of a screen's view, except those drawn elsewhere (bar buttons, alerts, the pinned control).
 * @param {object[]} elements
 * @param {import("./context.js").Context} context The screen's.
 * @param {object|false} [main] The pinned control, to be drawn in the first hero together with the choices that follow it.
 * @returns {object[]} Nodes, each with a key that stays the same when other elements are added or removed.
 */
export function elements(elements, context, main) {
  const hero = main ? elements.findIndex(({ kind }) => kind === "hero") : -1;
  const beside = main ? choicesAfter(elements, hero) : 0;
  const counts = new Map();
  // Headings skip no rank, even if the application does. The screen's title has the first rank.
  let rank = 1;
  const nodes = elements.map((description) => {
    const name = [description.kind, description.output].filter(Boolean).join(":");
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const part = `${name}:${count}`;
    if (!isInline(description)) return null;
    const own = context.at(part);
    own.rank = rank + 1;
    if (description.kind === "heading") rank = headingRank(description, own);
    // The title of a hero or of a grid has the rank of a screen's first headings.
    else if (description.kind === "hero" || description.header) rank = 2;
    return { part, description, own };
  });
  const draw = (each) => each && h("div", { key: each.part, class: `element element--${slug(each.description.kind)}` },
    element(each.description, each.own, each === nodes[hero] ? [nodes.slice(hero + 1, hero + 1 + beside).map(draw), main] : null));
  return nodes.filter((_, index) => index <= hero || index > hero + beside).map(draw);
}

/** The number of choices directly after an element. */
function choicesAfter(elements, start) {
  const after = elements.slice(start + 1);
  const end = after.findIndex(({ kind }) => !choices.has(kind));
  return end < 0 ? after.length : end;
}

/**
 * Draws one element: by the renderer of the application, if it has one for the kind, or the `fallback` of an unknown kind.
 * @param {object} description
 * @param {import("./context.js").Context} context The element's own.
 * @param {*} [beside] Nodes to be drawn in it, beside a hero's picture.
 */
export function element(description, context, beside) {
  const own = context.app.elements[description.kind];
  if (own) return own(description, context);
  if (Object.hasOwn(kinds, description.kind)) return kinds[description.kind](description, context, beside);
  if (description.fallback) return element(description.fallback, context);
  return h("p", { class: "note" }, context.words.unknownElement);
}

/** Whether an element is drawn in the body of the screen, not in its bar, at its bottom edge or above it. */
export function isInline({ kind, placement = "body" }) {
  return kind !== "confirm" && kind !== "pinned" && !(kind === "button" && placement !== "body");
}

function slug(kind) {
  return String(kind).replace(/[^\w-]/g, "");
}
