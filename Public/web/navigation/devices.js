import { qrPath } from "../qr.js";
import { words as notificationWords } from "../words/notifications.js";

const TITLE = "devices-title";

/**
 * The dialog that hands the session over, and lists its devices.
 *
 * It gets `h`, because a file that its module shared with the main script would be one more request for all users.
 * @param {object} app @param {typeof import("../render/dom.js").h} h
 * @returns {object} A node.
 */
export function devicesLayer({ store, clock, language }, h) {
  const { words } = language;
  const { handoff, credentials, allowsAgents, agent, notifications, devices } = store.devices;
  return h("div", { class: "alert-layer", key: "devices", leave: true },
    h("div", { class: "scrim", on: { click: () => devices.close() } }),
    h("div", { class: "alert devices", role: "dialog", "aria-modal": "true", "aria-labelledby": TITLE },
      h("h2", { class: "alert__title", id: TITLE, tabindex: "-1" }, words.devices),
      h("p", { class: "alert__text" }, words.devicesText),
      isUsable(handoff, clock) ? invitation(handoff, words, h) : h("p", { key: "late", class: "alert__text" }, words.handoffExpired),
      allowsAgents && agentInvitation(agent, devices, clock, words, h),
      notifications && notificationSwitch(notifications, devices, language, h),
      credentials.length > 1 && h("ul", { class: "devices__list", "aria-label": words.devicesList },
        credentials.map((credential) => row(credential, devices, language, h))),
      h("div", { class: "alert__actions" },
        h("button", { class: "button button--cancel", type: "button", on: { click: () => devices.close() } }, words.close))));
}

/** The dialog as the focus arrives there. @param {object} words */
export const devicesFocus = (words) => ({ title: words.devices, target: TITLE });

function isUsable({ expiresAt }, clock) {
  const left = Date.parse(expiresAt) - clock.now();
  if (left > 0) clock.schedule(left);
  return left > 0;
}

function invitation({ url }, words, h) {
  const { size, path } = qrPath(url);
  return h("div", { key: "invitation", class: "devices__invitation" },
    h("svg", { class: "devices__code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": words.handoffCode },
      h("path", { d: path })),
    h("a", { class: "devices__link", href: url, target: "_blank", rel: "noopener" }, words.handoffLink),
    navigator.clipboard && h("button", {
      class: "button button--plain",
      type: "button",
      on: { click: () => navigator.clipboard.writeText(url) },
    }, words.copyLink));
}

/** The code with which an agent joins, or the button that asks for one. */
function agentInvitation(agent, devices, clock, words, h) {
  if (!agent || !isUsable(agent, clock)) {
    return h("button", {
      key: "invite-agent",
      class: "button button--plain",
      type: "button",
      on: { click: () => devices.inviteAgent() },
    }, words.inviteAgent);
  }
  return h("div", { key: "agent", class: "devices__invitation" },
    h("p", { class: "alert__text" }, words.agentText),
    h("code", { class: "devices__agent" }, agent.code),
    navigator.clipboard && h("button", {
      class: "button button--plain",
      type: "button",
      on: { click: () => navigator.clipboard.writeText(agent.code) },
    }, words.copyCode));
}

/** Whether this browser gets notifications, and the button that changes it. */
function notificationSwitch(state, devices, language, h) {
  const words = notificationWords[language.tag.split("-")[0]] ?? notificationWords.en;
  const isOn = state === "on";
  return h("div", { key: "notifications", class: "devices__invitation" },
    h("p", { class: "alert__text", role: "status" }, words[state]),
    state !== "blocked" && h("button", {
      class: "button button--plain",
      type: "button",
      on: { click: () => devices.notify(!isOn) },
    }, isOn ? words.turnOff : words.turnOn));
}

function row({ id, platform, current, lastUsedAt }, devices, language, h) {
  const { words } = language;
  const name = platform ?? words.unknownDevice;
  return h("li", { key: id, class: "devices__device" },
    h("span", {}, current ? words.thisDevice(name) : words.otherDevice(name, language.timeOfDay(lastUsedAt))),
    !current && h("button", {
      class: "devices__remove",
      type: "button",
      "aria-label": words.removeDevice(name),
      on: { click: () => devices.revoke(id) },
    }, words.remove));
}
