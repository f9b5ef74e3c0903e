import { completed, names } from "./colors.js";
import { unreadable } from "./contrast.js";

export { contrast } from "./contrast.js";

/**
 * A theme as its file has it. Everything may be left out.
 * @typedef {object} ThemeDescription
 * @property {string} [name] The name of the brand.
 * @property {string} [mark] The address of its picture.
 * @property {"light dark"|"light"|"dark"} [scheme] Whether the user's system decides between light and dark.
 * @property {{light?: Record<string, string>, dark?: Record<string, string>}} [colors] By name, as `#rrggbb`.
 * @property {number} [radius] Of the corners of cards, in pixels. The others follow from it.
 * @property {{text?: string, heading?: string}} [fonts] Families as in CSS. The page has to load them.
 * @property {Record<string, string>} [icons] Paths of symbols by name, on a grid of 24.
 */

/**
 * A theme that can be read.
 * @typedef {object} Theme
 * @property {string} [name]
 * @property {Record<string, string>} properties Custom properties of CSS.
 * @property {(element: HTMLElement) => () => void} applyTo Sets the properties. Returns a function that removes them.
 * @property {(nodes: any) => any} [transform] Puts the icons into the nodes of a drawing.
 */

const SCHEMES = ["light", "dark"];

/**
 * Reads a theme.
 *
 * ```js
 * const theme = readTheme(await (await fetch("/theme.json")).json());
 * ```
 * @param {ThemeDescription} description
 * @returns {Theme}
 * @throws {TypeError} With a sentence for each member that is wrong, and for each pair of colors that can't be read.
 */
export function readTheme(description) {
  const problems = problemsOf(description);
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  const { name, icons } = description;
  const properties = propertiesOf(description);
  return {
    name,
    properties,
    applyTo({ style }) {
      for (const [property, value] of Object.entries(properties)) style.setProperty(property, value);
      return () => {
        for (const property of Object.keys(properties)) style.removeProperty(property);
      };
    },
    transform: icons && ((nodes) => [nodes].flat(Infinity).map((node) => withIcons(node, icons))),
  };
}

/**
 * A sentence for each mistake in a theme.
 * @param {ThemeDescription} description
 * @returns {string[]}
 */
export function problemsOf({ colors = {}, scheme = "light dark", radius = 0, fonts = {}, icons = {} }) {
  const isText = (value) => typeof value === "string" && value !== "";
  const problems = [
    ...Object.keys(colors).filter((name) => !SCHEMES.includes(name)).map((name) => `colors has ${name}, and only light and dark are known.`),
    ...SCHEMES.flatMap((each) => wrongColors(each, colors[each] ?? {})),
    ...Object.entries({ fonts, icons }).flatMap(([group, texts]) =>
      Object.entries(texts).filter(([, value]) => !isText(value)).map(([name]) => `${name} of ${group} must be a text.`)),
  ];
  if (!["light dark", ...SCHEMES].includes(scheme)) problems.push(`scheme is ${scheme}, and must be "light dark", "light" or "dark".`);
  if (!(radius >= 0 && radius <= 40)) problems.push(`radius is ${radius}, and must be from 0 to 40 pixels.`);
  if (problems.length > 0) return problems;
  return SCHEMES.filter((each) => scheme.includes(each)).flatMap((each) => unreadable(each, completed(each, colors[each] ?? {})));
}

function wrongColors(scheme, colors) {
  return Object.entries(colors).flatMap(([name, value]) => {
    if (!names.includes(name)) return [`The ${scheme} colors have ${name}, and only these are known: ${names.join(", ")}.`];
    return /^#[0-9a-f]{6}$/i.test(value) ? [] : [`The ${scheme} color ${name} is ${value}, and must be like #0e6656.`];
  });
}

function propertiesOf({ mark, scheme = "light dark", colors = {}, radius, fonts = {} }) {
  const [light, dark] = SCHEMES.map((each) => completed(each, colors[each] ?? {}));
  const properties = { "color-scheme": scheme };
  for (const name of names) properties[`--${name}`] = `light-dark(${light[name]}, ${dark[name]})`;
  if (radius !== undefined) {
    Object.assign(properties, { "--radius-small": `${radius * 0.625}px`, "--radius": `${radius}px`, "--radius-large": `${radius * 1.625}px` });
  }
  if (fonts.text) properties["--font"] = fonts.text;
  if (fonts.heading) properties["--font-heading"] = fonts.heading;
  if (mark) {
    const { href } = new URL(mark, globalThis.document?.baseURI ?? "file:///");
    Object.assign(properties, { "--mark": `url(${JSON.stringify(href)})`, "--mark-content": '""' });
  }
  return properties;
}

/** A node with the icons of a theme in the place of the kit's symbols. */
function withIcons(node, icons) {
  if (!node?.children) return node;
  const icon = node.tag === "svg" && Object.hasOwn(icons, node.props["data-symbol"] ?? "") && icons[node.props["data-symbol"]];
  if (icon) return { ...node, children: node.children.map((path) => ({ ...path, props: { ...path.props, d: icon } })) };
  return { ...node, children: node.children.map((each) => withIcons(each, icons)) };
}
