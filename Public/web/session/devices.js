import { devicesFocus, devicesLayer } from "../navigation/devices.js";
import { Notifications } from "./notifications.js";

/** The interval at which the open dialog is updated, in milliseconds, because another device may have used the hand-off. */
const POLL_INTERVAL = 3_000;

/**
 * The devices of the session, and its hand-off to another one.
 *
 * The dialog shows what is in `store.devices`: `{handoff: {url, expiresAt}, credentials: [{id, platform, agent, createdAt,
 * lastUsedAt, current}], allowsAgents, agent: {code, expiresAt}, notifications: "on"|"off"|"blocked"|null, devices, layer, focus}`,
 * where `agent` is absent until the user has asked for it, `devices` is this object, and `layer` and `focus` draw the dialog. This module is loaded when it is
 * opened, as few users do that.
 */
export class Devices {
  #client;
  #store;
  #language;
  #host;
  #notifications;
  #timer = null;

  /**
   * @param {import("../client.js").Session} client
   * @param {{store: import("./store.js").Store, language: import("../language.js").Language, host: object}} app
   */
  constructor(client, { store, language, host }) {
    this.#client = client;
    this.#store = store;
    this.#language = language;
    this.#host = host;
    this.#notifications = new Notifications(client);
  }

  /** Makes a hand-off and opens the dialog. */
  async open() {
    const [handoff, credentials, allowsAgents, notifications] = await Promise.all([
      this.#client.handOff(), this.#client.devices(), this.#client.allowsAgents(), this.#notifications.read().catch(() => null),
    ]);
    const url = new URL(this.#host.urlOf(handoff.url), document.baseURI).href;
    const dialog = { devices: this, layer: devicesLayer, focus: devicesFocus };
    this.#store.change({ devices: { handoff: { ...handoff, url }, credentials, allowsAgents, notifications, ...dialog } });
    this.#poll();
  }

  /** Makes a code for an agent, which the dialog then shows. */
  async inviteAgent() {
    try {
      const agent = await this.#client.inviteAgent();
      const { devices } = this.#store;
      if (devices) this.#store.change({ devices: { ...devices, agent } });
    } catch (failure) {
      this.#showError(failure);
    }
  }

  /** Turns the notifications of this browser on or off. @param {boolean} isOn */
  async notify(isOn) {
    try {
      const notifications = await (isOn ? this.#notifications.turnOn() : this.#notifications.turnOff());
      const { devices } = this.#store;
      if (devices) this.#store.change({ devices: { ...devices, notifications } });
    } catch (failure) {
      this.#showError(failure);
    }
  }

  close() {
    clearTimeout(this.#timer);
    this.#store.change({ devices: null });
  }

  /** Takes the credential of a device away. @param {string} id */
  async revoke(id) {
    try {
      await this.#client.endAccess(id);
      await this.#refresh();
    } catch (failure) {
      this.#showError(failure);
    }
  }

  /** Shows a device that has joined, as long as the dialog is open. */
  async #poll() {
    const { handoff } = this.#store.devices;
    while (this.#store.devices?.handoff === handoff) {
      await new Promise((resolve) => (this.#timer = setTimeout(resolve, POLL_INTERVAL)));
      if (this.#store.devices?.handoff === handoff) await this.#refresh().catch(() => {});
    }
  }

  async #refresh() {
    const credentials = await this.#client.devices();
    const { devices } = this.#store;
    if (devices) this.#store.change({ devices: { ...devices, credentials } });
  }

  #showError(failure) {
    this.#store.change({ notice: { level: "error", text: this.#language.words.failed(failure.message) } });
  }
}
