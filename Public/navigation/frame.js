import { alertLayer, alertOf } from "./alert.js";
import { devicesLayer } from "./devices.js";
import { questionLayer, questionOf } from "./question.js";
import { h } from "../render/dom.js";
import { launchOf } from "../session/launch.js";
import { notices, statusPage } from "../render/notices.js";
import { sheet } from "./sheet.js";
import { showsTabs } from "./tree.js";
import { stack } from "./stack.js";
import { words } from "../words.js";

/**
 * The whole page: the app in its frame, the modals above it, an alert above these, and the client's own notices above
 * everything. Only the layer in front accepts input.
 *
 * @param {object} app `{store, session, gestures, devices, formDrafts, clock, motions, redraw}`
 * @returns {Array} Nodes.
 */
export function frame(app) {
  const session = app.store.state?.id;
  return [
    h("div", { key: `session ${session}`, class: "layers" }, layers(app)),
    h("div", { key: "notices", class: "notices" }, notices(app)),
  ];
}

function layers(app) {
  const { state, failure, expired, invitation } = app.store;
  if (failure) return base(statusPage({ ...failure, symbol: "warning", actions: failure.isOfBrowser ? [reload()] : recoveryActions(app) }));
  if (expired) return base(statusPage({ ...expiryTexts(expired), symbol: "info", actions: [resume(app, expired)] }));
  if (invitation) return base(statusPage({ ...words.invitation, symbol: "phone", actions: invitationActions(app) }));
  if (!state) return base(app.store.connection === "online" ? opening() : offline(app));
  if (state.status === "ended") {
    return base(statusPage({ title: words.ended, text: words.endedText, symbol: "checkmark", actions: [restart(app)] }));
  }

  const alert = alertOf(app);
  // A modal that contains only a question is drawn as the alert alone.
  const modals = (state.modals ?? []).filter(({ presentation }) => presentation !== "alert" || !alert);
  const question = questionOf(app.store);
  const { devices } = app.store;
  const isCovered = modals.length > 0 || Boolean(alert ?? question ?? devices);
  const content = stack(app, rootOf(state), { isDismissible: false });
  return [
    base(content, { inert: isCovered, "data-wide": showsTabs(state.navigation) }),
    modals.map((modal, index) => {
      const depth = modals.length - 1 - index;
      return sheet(app, modal, { depth, isFront: depth === 0 && !alert && !question && !devices });
    }),
    alert && alertLayer(alert),
    question && questionLayer(question),
    devices && devicesLayer(app),
  ];
}

function opening() {
  return h("div", { class: "opening", role: "status", "aria-label": words.loading }, h("span", { class: "spinner" }));
}

function offline({ session }) {
  const again = { label: words.tryAgain, press: () => session.retry() };
  return statusPage({ title: words.offline, text: words.offlineText, symbol: "warning", actions: [again] });
}

function base(content, props = {}) {
  return h("main", { key: "base", class: "frame", ...props }, content);
}

/** Wraps the root container in a stack of one, so that its replacement is drawn like any other change of a stack. */
function rootOf({ navigation }) {
  return { key: "root", index: 0, routes: [{ key: navigation.key, transition: navigation.transition, state: navigation }] };
}

function invitationActions({ session }) {
  return [
    { label: words.joinSession, press: () => session.answerInvitation(true) },
    { label: words.ownSession, press: () => session.answerInvitation(false) },
  ];
}

function restart({ session }) {
  return { label: words.startAgain, press: () => session.restart({ isAtStart: true }) };
}

function expiryTexts({ type, isResumable }) {
  const title = type === "/problems/session-unreadable" ? words.sessionUnreadable : words.sessionExpired;
  return { title, text: isResumable ? words.sessionKept : words.sessionGone };
}

function resume({ session }, { isResumable }) {
  return { label: isResumable ? words.goOn : words.startAgain, press: () => session.resume() };
}

function reload() {
  return { label: words.reload, press: () => location.reload() };
}

function recoveryActions({ session }) {
  const again = { label: words.tryAgain, press: () => session.restart() };
  return launchOf(location).app ? [again, { label: words.openDefault, href: "/?app=" }] : [again];
}
