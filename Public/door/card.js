import { node } from "./node.js";

/** The pictures of the shipped applications. Any other application gets the first letter of its title. */
const SCENES = {
  market: { hue: 150, pictures: ["market/fruit", "market/milk", "market/bakery"] },
  shop: { hue: 210, pictures: ["shop/jackets", "shop/harbour-c18", "shop/hut-c04"] },
  items: { hue: 45, pictures: ["items/welcome"] },
  profile: { hue: 280, pictures: ["placeholders/phone", "placeholders/map"] },
  kanji: { hue: 5, strokes: "M16 32H80M48 10V88M46 34C40 52 29 65 13 75M50 34C56 52 67 65 83 75" },
};

/**
 * A link that starts an application, with its picture.
 * @param {{name: string, title: string}} app @param {string} href
 */
export function card({ name, title }, href) {
  const { hue = hueOf(name), pictures = [], strokes } = SCENES[name] ?? {};
  const content = pictures.map((picture) => node("img", { src: `/pictures/${picture}.svg`, alt: "", width: 96, height: 96 }));
  if (strokes) content.push(drawing(strokes));
  if (content.length === 0) content.push(node("span", { class: "card__letter" }, [...title][0] ?? "?"));
  return node("a", { class: "card", href },
    node("span", { class: "card__picture", "data-count": content.length, "aria-hidden": "true", style: { "--hue": hue } }, ...content),
    node("span", { class: "card__text" }, node("strong", {}, title), node("code", {}, name)));
}

/** A character as lines, because not every system has a font for it. */
function drawing(strokes) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 96 96");
  svg.setAttribute("class", "card__strokes");
  const path = svg.appendChild(document.createElementNS(namespace, "path"));
  path.setAttribute("d", strokes);
  return svg;
}

/** A hue that is always the same for a name. */
function hueOf(name) {
  return [...name].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)) % 360, 7);
}
