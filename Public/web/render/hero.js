import { button } from "./button.js";
import { h } from "./dom.js";
import { image } from "./image.js";
import { text } from "./text.js";

/** `{"kind": "hero", "title", "lang"?, "subtitle"?, "text"?, "image"?, "badge"?, "price"?, "action"?: {button}}`, with what else belongs beside its picture. */
export function hero({ title, lang, subtitle, text: content, image: picture, badge, price, action }, context, beside) {
  return h("div", { class: "hero" },
    picture && h("div", { class: "hero__picture" }, image({ ...picture, aspect: picture.aspect ?? 4 / 3 }, context)),
    h("div", { class: "hero__text" },
      h("h2", { class: "hero__title", lang }, title),
      subtitle && h("p", { class: "hero__subtitle" }, subtitle),
      (price || badge) && h("p", { class: "hero__price" }, price && h("span", {}, context.language.money(price)), badge && h("span", { class: "badge" }, badge)),
      content && text({ text: content }),
      action && button(action, context.at("action")),
      beside));
}

/** `{"kind": "gallery", "label", "images": [{…}], "aspect"?}`: a strip that scrolls, also with the arrow keys. */
export function gallery({ label, images = [], aspect = 1 }, context) {
  return h("ul", { class: "gallery", tabindex: images.length > 1 ? "0" : null, "aria-label": label },
    images.map((each, index) => h("li", { key: each.url ?? index, class: "gallery__picture" }, image({ ...each, aspect }, context))));
}
