import { brand } from "./brand.js";
import { focusedNear, isRightToLeft } from "../render/tree.js";
import { h } from "../render/dom.js";
import { hides, selectedRoute, visibleScreen } from "./tree.js";
import { routeContent } from "./container.js";
import { symbol } from "../render/symbols.js";
import { thumbnail } from "../render/image.js";
import { viewOf } from "./screen.js";

/** Tabs, each with its own content, which is kept while another tab is shown, and the bar to select one. */
export function tabs(app, node, { isDismissible, isModal }) {
  const { state } = app.store;
  const front = state.screens[visibleScreen(node)];
  const bar = tabBar(app, node, hides(front, "tabBar"), isModal);
  return h("div", { class: "tabs", key: node.key, "data-bar": hides(front, "tabBar") ? "hidden" : "shown" },
    isOnTop(app, isModal) && bar,
    h("div", { key: "panels", class: "panels" }, node.routes.map((route, index) => {
      const isSelected = index === node.index;
      return h("div", { class: "panel", key: route.key, "data-selected": isSelected, inert: !isSelected },
        routeContent(app, route, { isRoot: true, isDismissible, isModal }));
    })),
    !isOnTop(app, isModal) && bar);
}

/** Whether the bar is at the top, where it has the name of the application, too. */
function isOnTop({ isDesktop }, isModal) {
  return isDesktop && !isModal;
}

function tabBar(app, node, isHidden, isModal) {
  const pending = app.store.isPredicted ? null : app.store.pending?.origin;
  return h("nav", { key: "bar", class: "tab-bar", "aria-label": app.language.words.tabs, inert: isHidden, on: { keydown: moveFocus } },
    isOnTop(app, isModal) && brand(app),
    node.routes.map((route, index) => {
      const isSelected = index === node.index;
      return h("button", {
        key: route.key,
        class: "tab",
        type: "button",
        "aria-current": isSelected ? "page" : null,
        "aria-busy": pending === `tab ${route.key}` && "true",
        on: { click: () => (isSelected ? toRoot(app, node) : app.session.selectTab(route.key)) },
      },
        h("span", { class: "tab__image" }, thumbnail(route.image ?? { symbol: "list" }, { app })),
        h("span", { class: "tab__title" }, route.title ?? route.name),
        hasBadge(route) && h("span", { class: "badge tab__badge" }, route.badge));
    }),
    isOnTop(app, isModal) && searchLink(app, node));
}

/** Leads to the search field on the first screen of a tab, unless that field is in view. */
function searchLink(app, node) {
  const { screens, focus } = app.store.state;
  const rootOf = ({ key, state }) => (state ? rootOf(state.routes[0]) : key);
  const searchOf = (route) => screens[rootOf(route)] && viewOf(screens[rootOf(route)]).find(({ kind }) => kind === "search");
  const route = node.routes.find(searchOf);
  const root = route && rootOf(route);
  if (!route || root === focus) return null;
  const press = async () => {
    if (route !== selectedRoute(node)) await app.session.selectTab(route.key);
    if (visibleScreen(route.state) !== root) await app.gestures.back(root);
    app.root.querySelector(`[data-screen="${CSS.escape(root)}"] .search__input`)?.focus();
  };
  return h("button", { key: "search", class: "tab-bar__search", type: "button", on: { click: press } },
    symbol("search"), searchOf(route).placeholder || app.language.words.search);
}

function hasBadge({ badge }) {
  return badge !== undefined && badge !== null && badge !== "";
}

/** Goes back to the first screen of the tab that is already selected. */
function toRoot({ gestures }, node) {
  const nested = selectedRoute(node).state;
  if (nested?.type === "stack" && nested.index > 0) gestures.back(nested.routes[0].key);
}

/** Moves the focus among the tabs with the arrow keys. Enter or Space selects one. */
function moveFocus(event) {
  const buttons = [...event.currentTarget.querySelectorAll(".tab")];
  const index = buttons.indexOf(focusedNear(event.currentTarget));
  const last = buttons.length - 1;
  const [right, left] = isRightToLeft(event.currentTarget) ? [index - 1, index + 1] : [index + 1, index - 1];
  const within = (target) => Math.min(Math.max(target, 0), last);
  const target = {
    ArrowRight: within(right),
    ArrowDown: within(index + 1),
    ArrowLeft: within(left),
    ArrowUp: within(index - 1),
    Home: 0,
    End: last,
  }[event.key];
  if (index < 0 || target === undefined) return;
  event.preventDefault();
  buttons[target].focus();
}
