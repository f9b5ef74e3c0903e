import { h } from "./dom.js";
import { symbol } from "./symbols.js";

/** `{"kind": "image", "url"|"symbol"|"characters", "alt", "aspect"?}`. `aspect` is width by height, a number or "16:9". */
export function image({ url, symbol: name, characters, alt, aspect, lang }, { app }) {
  if (characters) return glyphs("div", "image image--characters", characters, alt, lang);
  if (!isAllowed(url)) return h("div", { class: "image image--symbol" }, symbol(name ?? "photo", alt));
  return h("img", {
    class: "image",
    src: app.host.urlOf(url),
    alt: alt ?? "",
    loading: "lazy",
    style: { "aspect-ratio": ratio(aspect) },
    on: { error: replace },
  });
}

/**
 * A small picture beside a title: in a row, a tab or a button.
 * @param {{url?, symbol?, characters?, alt?}|undefined} image
 * @param {{app: object}} context
 */
export function thumbnail(image, { app }) {
  if (!image) return null;
  if (image.characters) return glyphs("span", "thumbnail thumbnail--characters", image.characters, image.alt, image.lang);
  if (!isAllowed(image.url)) return h("span", { class: "thumbnail thumbnail--symbol" }, symbol(image.symbol ?? "photo", image.alt));
  return h("img", { class: "thumbnail", src: app.host.urlOf(image.url), alt: image.alt ?? "", loading: "lazy", on: { error: replace } });
}

/** Characters used as a picture. Screen readers get the alternative text instead. */
function glyphs(tag, style, characters, alt, lang) {
  return h(tag, { class: style, lang, translate: "no", role: alt ? "img" : null, "aria-label": alt || null, "aria-hidden": alt ? null : "true" },
    characters);
}

/** Whether the content security policy allows the URL: any other would fail, and be logged as a violation. */
function isAllowed(url) {
  return typeof url === "string" && /^(https:|data:image\/|\/(?!\/)|\.\.?\/)/i.test(url);
}

function ratio(aspect) {
  const [width, height = 1] = String(aspect ?? "").split(/[:/]/).map(Number);
  return width > 0 && height > 0 ? `${width} / ${height}` : "auto";
}

/** Replaces a picture that can't be loaded by an empty space of the same size with its alternative text. */
function replace({ currentTarget: picture }) {
  picture.removeAttribute("src");
  picture.classList.add("image--missing");
}
