import { h } from "../web/render/dom.js";
import { escaped } from "../dev/escape.js";

/**
 * The tree of coordinators, each with its screens.
 * @param {object} detail @param {object|undefined} place @param {number|null} at
 */
export function coordinatorsView({ coordinators, state, suspended, pending }, place, at) {
  const isFocus = (key) => at === null && key === state.focus;
  const branch = (parent) => {
    const children = coordinators.filter((each) => (each.parent ?? null) === parent);
    return children.length > 0 && h("ul", { class: "tree" }, children.map(({ key, name, containerKey, screens }) => h("li", { key },
      h("div", { class: "tree__node", "data-active": isActive(name, place, at) }, h("strong", {}, name), h("code", {}, ` ${key} in ${containerKey}`),
        pending.some(({ coordinator }) => coordinator === key) && h("span", { class: "mark", "data-kind": "busy" }, "waits")),
      screens.length > 0 && h("div", { class: "chips" }, screens.map((screen) => h("span", {
        key: screen, class: "chip", "data-focus": isFocus(screen), "data-suspended": suspended.includes(screen),
        title: suspended.includes(screen) ? "suspended" : undefined,
      }, state.screens[screen]?.name ?? "suspended", h("code", {}, ` ${screen}`)))),
      branch(key))));
  };
  return branch(null) || h("p", { class: "soft" }, "None.");
}

function isActive(name, place, at) {
  return at === null && Boolean(place?.flows.includes(name));
}

/** The containers and stacks: the root, and the modals over it. @param {object} state */
export function containersView(state) {
  return h("div", { class: "containers" },
    state.modals.toReversed().map((modal) => h("div", { key: modal.key, class: "container container--modal" },
      h("p", {}, h("strong", {}, modal.presentation), h("code", {}, ` ${modal.key}`)), contentOf(modal.state, state))),
    h("div", { key: "root", class: "container" }, contentOf(state.navigation, state)));
}

function contentOf(container, state) {
  if (!container) return null;
  const { type, key, index, routes } = container;
  if (type === "tabs") {
    return h("div", { class: "container__tabs" }, h("p", {}, h("strong", {}, "tabs"), h("code", {}, ` ${key}`)),
      routes.map((tab, position) => h("div", { key: tab.key, class: "tab", "data-selected": position === index },
        h("p", {}, position === index ? "● " : "○ ", escaped(tab.title ?? tab.name), h("code", {}, ` ${tab.key}`)), contentOf(tab.state, state))));
  }
  // The screens are listed from top to bottom, as they cover each other.
  return h("div", {}, h("p", {}, h("strong", {}, "stack"), h("code", {}, ` ${key}`)),
    h("ol", { class: "stack" }, routes.toReversed().map((route) => h("li", { key: route.key, class: "chip", "data-focus": route.key === state.focus },
      route.name, h("code", {}, ` ${route.key}`)))));
}
