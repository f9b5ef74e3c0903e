import { button } from "./button.js";
import { empty } from "./empty.js";
import { h } from "./dom.js";
import { pressable } from "./pressable.js";
import { stepperControl } from "./stepper.js";
import { symbol, withSpinner } from "./symbols.js";
import { thumbnail } from "./image.js";
import { partHeading } from "./text.js";
import { swipe } from "./swipe.js";
import { toggleControl } from "./toggle.js";

/**
 * `{"kind": "list", "style"?: "plain"|"grouped", "sections": [{"key", "header"?, "footer"?, "rows": […]}], "more"?: {…},
 * "empty"?: {…}, "source"?: {"name", "version"}}`
 */
export function list({ source, ...description }, context) {
  return source ? sourceList(source, description, context) : rowList(description, context);
}

/** A list with rows that are not in the state. */
function sourceList(source, description, context) {
  const read = context.rows(source);
  if (read.status === "idle" && !read.rows.length) return rowList(description, context);
  const sections = [{ key: "section", rows: read.rows }];
  return h("div", { class: "list", "aria-busy": read.status === "loading" && "true" },
    rowList({ style: description.style, sections }, context),
    read.status === "loading" && h("div", { key: "wait", class: "list__more" }, h("span", { class: "spinner", role: "status", "aria-label": context.words.loading })),
    read.status !== "loading" && read.next && h("div", { key: "next", class: "list__more" },
      read.status === "failed" && h("p", { class: "section__footer", role: "status" }, context.words.rowsFailed),
      h("button", { class: "button", type: "button", on: { click: () => context.loadMoreRows(read) } },
        read.status === "failed" ? context.words.tryAgain : context.words.moreRows)));
}

function rowList({ style = "grouped", sections = [], more, empty: placeholder }, context) {
  const isEmpty = sections.every((section) => !section.rows?.length);
  if (isEmpty && placeholder) return empty(placeholder, context);
  return h("div", { class: `list list--${style}` },
    sections.map((each, index) => section(each, context.at(each.key ?? index))),
    more && h("div", { key: "more", class: "list__more" }, button(more, context.at("more"))));
}

function section({ key: name, header, footer, rows = [] }, context) {
  const id = context.id("header");
  return h("div", { key: name && `section ${name}`, class: "section", role: header && "group", "aria-labelledby": header ? id : null },
    header && h(partHeading(context), { class: "section__header", id }, header),
    rows.length > 0 && h("ul", { class: "card rows" }, rows.map((each, index) => {
      const key = each.key ?? index;
      return h("li", { key }, row(each, context.at(key)));
    })),
    footer && h("p", { class: "section__footer" }, footer));
}

/** The controls at the end of a row, by kind. */
const controls = { button, stepper: stepperControl, toggle: toggleControl };

function row({ control, ...description }, context) {
  const draw = controls[control?.kind];
  if (!draw) return line(description, context);
  const isButton = control.kind === "button";
  return h("div", { class: "row-with-control", "data-role": isButton && control.role, on: isButton ? swipe : {} },
    line({ ...description, accessory: "none" }, context), draw(control, context.at("control")));
}

function line({ title, lang, subtitle, image, badge, price, accessory, selected, time, report }, context) {
  const content = [
    thumbnail(image, context),
    h("span", { class: "row__text" },
      h("span", { class: "row__title", lang }, title),
      subtitle && h("span", { class: "row__subtitle" }, subtitle),
      time && h("time", { class: "row__subtitle", datetime: time }, context.language.dateAndTime(time))),
    (price || badge) && h("span", { class: "row__aside" },
      price && h("span", { class: "row__price" }, context.language.money(price)),
      badge && h("span", { class: "badge" }, badge)),
    mark(accessory ?? (selected ? "checkmark" : "none"), selected, context),
  ];
  const props = { class: "row", "data-selected": selected };
  return pressable(report, context, props, content);
}

function mark(accessory, selected, { isPending, words }) {
  const still = stillMark(accessory, selected, words);
  if (!isPending) return still;
  return still ? { ...still, children: [withSpinner(still.children)] } : h("span", { class: "spinner", key: "mark" });
}

function stillMark(accessory, selected, words) {
  if (accessory === "disclosure") return h("span", { class: "row__mark", key: "mark" }, symbol("forward"));
  if (accessory === "detail") return h("span", { class: "row__mark row__mark--detail", key: "mark" }, symbol("info"));
  if (accessory === "checkmark" && selected !== false) {
    return h("span", { class: "row__mark row__mark--check", key: "mark" }, symbol("checkmark", words.selected));
  }
  return null;
}
