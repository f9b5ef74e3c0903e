import { alertLayer, alertOf } from "./alert.js";
import { questionLayer, questionOf } from "./question.js";
import { h } from "../render/dom.js";
import { notices, statusPage } from "../render/notices.js";
import { sheet } from "./sheet.js";
import { showsTabs } from "./tree.js";
import { stack } from "./stack.js";

/**
 * The whole view: the app in its frame, the modals above it, an alert above these, and the client's own notices above
 * everything. Only the layer in front accepts input.
 *
 * @param {object} app As in {@link import("../render/context.js").Context}.
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
  const { words } = app.language;
  if (failure) return base(app, statusPage({ ...failure, symbol: "warning", actions: failure.isOfBrowser ? [reload(app)] : recoveryActions(app) }));
  if (expired) return base(app, statusPage({ ...expiryTexts(expired, words), symbol: "info", actions: [resume(app, expired)] }));
  if (invitation) return base(app, statusPage({ ...words.invitation, symbol: "phone", actions: invitationActions(app) }));
  if (!state) return base(app, app.store.connection === "online" ? opening(words) : offline(app));
  if (state.status === "ended") {
    return base(app, statusPage({ title: words.ended, text: words.endedText, symbol: "checkmark", actions: [restart(app)] }));
  }

  const alert = alertOf(app);
  // A modal that contains only a question is drawn as the alert alone.
  const modals = (state.modals ?? []).filter(({ presentation }) => presentation !== "alert" || !alert);
  const question = questionOf(app.store);
  const { devices } = app.store;
  const isCovered = modals.length > 0 || Boolean(alert ?? question ?? devices);
  const content = stack(app, rootOf(state), { isDismissible: false });
  return [
    base(app, content, { inert: isCovered, "data-wide": showsTabs(state.navigation) }),
    modals.map((modal, index) => {
      const depth = modals.length - 1 - index;
      return sheet(app, modal, { depth, isFront: depth === 0 && !alert && !question && !devices });
    }),
    alert && alertLayer(alert),
    question && questionLayer(question),
    devices?.layer(app, h),
  ];
}

function opening(words) {
  return h("div", { class: "opening", role: "status", "aria-label": words.loading }, h("span", { class: "spinner" }));
}

function offline({ session, language: { words } }) {
  const again = { label: words.tryAgain, press: () => session.retry() };
  return statusPage({ title: words.offline, text: words.offlineText, symbol: "warning", actions: [again] });
}

function base({ host }, content, props = {}) {
  return h(host.frameTag, { key: "base", class: "frame", ...props }, content);
}

/** Wraps the root container in a stack of one, so that its replacement is drawn like any other change of a stack. */
function rootOf({ navigation }) {
  return { key: "root", index: 0, routes: [{ key: navigation.key, transition: navigation.transition, state: navigation }] };
}

function invitationActions({ session, language: { words } }) {
  return [
    { label: words.joinSession, press: () => session.answerInvitation(true) },
    { label: words.ownSession, press: () => session.answerInvitation(false) },
  ];
}

function restart({ session, language: { words } }) {
  return { label: words.startAgain, press: () => session.restart({ isAtStart: true }) };
}

function expiryTexts({ type, isResumable }, words) {
  const title = type === "/problems/session-unreadable" ? words.sessionUnreadable : words.sessionExpired;
  return { title, text: isResumable ? words.sessionKept : words.sessionGone };
}

function resume({ session, language: { words } }, { isResumable }) {
  return { label: isResumable ? words.goOn : words.startAgain, press: () => session.resume() };
}

function reload({ host, language: { words } }) {
  return { label: words.reload, press: () => host.reload?.() };
}

function recoveryActions({ session, host, language: { words } }) {
  const again = { label: words.tryAgain, press: () => session.restart() };
  const href = host.defaultAddress;
  return href ? [again, { label: words.openDefault, href }] : [again];
}
