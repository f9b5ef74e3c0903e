import { brand } from "./brand.js";
import { Context } from "../render/context.js";
import { distributeMessages, messageList } from "../render/messages.js";
import { elements } from "../render/element.js";
import { genericView } from "../render/generic.js";
import { h } from "../render/dom.js";
import { navigationBar, titleId } from "./bar.js";
import { pinned } from "../render/pinned.js";
import { pullToRefresh } from "./pull-to-refresh.js";
import { showsTabs, titleOf } from "./tree.js";

/**
 * Draws one screen: its bar, its messages, and its view or what the application draws in its place.
 * @param {object} app See {@link Context}.
 * @param {string} key
 * @param {{isRoot: boolean, isDismissible: boolean, behind?: object, isModal?: boolean, isPart?: boolean}} position `isRoot` is true
 *   at the bottom of its stack. `behind` is the route below it there. `isPart`: another screen is beside it in a split view.
 */
export function screen(app, key, { isRoot, isDismissible, behind, isModal, isPart }) {
  const { state } = app.store;
  const description = state.screens[key];
  if (!description) return null;
  const own = app.screens[description.name];
  const view = viewOf(description);
  const { banner, byForm } = distributeMessages(description.messages ?? [], view);
  const context = new Context(app, key, description, byForm);
  const isFront = state.focus === key;
  const isPage = app.isDesktop && !isModal && !isPart;
  const main = own ? null : mainControl(view, context, { isWide: app.isWide && !isModal, isPage });

  return h("section", { class: "screen", "aria-labelledby": titleId(key), "data-screen": key },
    h("div", { class: "scroll", tabindex: "-1", on: { scroll: markScrolled, ...pullToRefresh(() => app.session.refresh(), app.language.words.refreshing) } },
      navigationBar(context, view, {
        isRoot,
        isActive: isFront && isWorking(app.store),
        brand: isPage && !showsTabs(state.navigation) && brand(app),
        back: backAction(app, key, isRoot, behind),
        close: isDismissible ? () => app.gestures.dismiss() : undefined,
        share: isDismissible || !app.host.sharesSessions ? undefined : () => app.openDevices(),
      }),
      h("div", { class: "column" },
        banner.length > 0 && h("div", { key: "messages", class: "messages" }, messageList(banner)),
        own ? own(description, context) : elements(view, context, main?.place === "hero" && main.node),
        main?.place === "column" && main.node)),
    main?.place === "edge" && main.node);
}

/** The pinned control: at the price of a hero where the two are beside its picture, on a desktop beside the column, otherwise at the bottom edge. */
function mainControl(view, context, { isWide, isPage }) {
  const hero = view.find(({ kind }) => kind === "hero");
  const place = isWide && hero?.image ? "hero" : isPage ? "column" : "edge";
  return { place, node: pinned(view, context, place === "hero" ? hero.price : undefined) };
}

/** A screen's elements. If it has no view, they are generated from its properties and outputs. @param {object} description */
export function viewOf(description) {
  views.set(description, views.get(description) ?? description.view ?? genericView(description));
  return views.get(description);
}

const views = new WeakMap();

/** The back button. Covered screens keep theirs, so that the layout doesn't jump when they are uncovered. */
function backAction({ gestures, store }, key, isRoot, behind) {
  const { stack = [], focus } = store.state;
  const isFront = focus === key;
  const { back, leave } = store.state.gestures ?? {};
  const isOpen = isFront ? back ?? leave : store.lastActions.get(key)?.hasBack ?? !isRoot;
  if (!isOpen) return undefined;
  return {
    label: titleOf(store.state, behind),
    press: () => gestures.back(isFront ? undefined : stack[stack.indexOf(key) - 1]),
    isPending: isFront && !store.isPredicted && ["back", "leave"].includes(store.pending?.origin),
  };
}

function isWorking({ state, pending }) {
  return state.status === "busy" || Boolean(pending);
}

/** Marks a screen with content that has scrolled under its bar. The style sheet then draws a line below the bar. */
function markScrolled({ currentTarget }) {
  currentTarget.toggleAttribute("data-scrolled", currentTarget.scrollTop > 4);
}
