import { h } from "./dom.js";
import { humanize } from "./generic.js";

/** The properties of a screen without a view, as terms and their values. */
export function properties({ values }, { words }) {
  return h("dl", { class: "card properties" }, Object.entries(values).map(([name, value]) =>
    h("div", { class: "property", key: name }, h("dt", {}, humanize(name)), h("dd", {}, shown(value, words)))));
}

function shown(value, words) {
  if (value === null || value === undefined || value === "") return h("span", { class: "text--secondary" }, words.none);
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value)) {
    if (value.length === 0) return h("span", { class: "text--secondary" }, words.none);
    return h("ol", { class: "properties__list" }, value.map((each) => h("li", {}, shown(each, words))));
  }
  if (typeof value === "object") {
    return h("dl", {}, Object.entries(value).map(([name, each]) =>
      h("div", { class: "property", key: name }, h("dt", {}, humanize(name)), h("dd", {}, shown(each, words)))));
  }
  return h("span", { translate: "no" }, String(value));
}
