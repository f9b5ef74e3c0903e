import { button } from "./button.js";
import { empty } from "./empty.js";
import { h } from "./dom.js";
import { pressable } from "./pressable.js";
import { stepperControl } from "./stepper.js";
import { thumbnail } from "./image.js";
import { toggleControl } from "./toggle.js";

/** The controls of a card, a row or the bottom edge, by kind. */
export const controls = { button, stepper: stepperControl, toggle: toggleControl };

/** `{"kind": "grid", "header"?, "cards": [{"key", …}], "more"?: {button}, "empty"?: {…}}` */
export function grid({ header, cards = [], more, empty: placeholder }, context) {
  if (!cards.length && placeholder) return empty(placeholder, context);
  const id = context.id("header");
  return h("section", { class: "grid-section", "aria-labelledby": header ? id : null },
    header && h("h2", { class: "grid__header", id }, header),
    h("ul", { class: "grid" }, cards.map((each, index) => {
      const key = each.key ?? index;
      return h("li", { key, class: "grid__cell" }, card(each, context.at(key)));
    })),
    more && h("div", { key: "more", class: "list__more" }, button(more, context.at("more"))));
}

/** `{"kind": "card", "title", "lang"?, "subtitle"?, "image"?, "badge"?, "price"?, "report"?, "control"?}` */
export function card({ title, lang, subtitle, image, badge, price, report, control }, context) {
  const draw = controls[control?.kind];
  return h("div", { class: "card tile" },
    pressable(report, context, { class: "tile__body" }, [
      image && h("span", { class: "tile__picture" }, thumbnail(image, context)),
      h("span", { class: "tile__text" },
        h("span", { class: "tile__title", lang }, title),
        subtitle && h("span", { class: "tile__subtitle" }, subtitle),
        price && h("span", { class: "tile__price" }, context.language.money(price))),
      badge && h("span", { class: "badge tile__badge" }, badge),
      context.isPending && h("span", { class: "spinner tile__badge" }),
    ]),
    draw && h("div", { key: "control", class: "tile__control" }, draw(control, context.at("control"))));
}
