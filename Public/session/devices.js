import { words } from "../words.js";

/** The interval at which the open dialog is updated, in milliseconds, because another device may have used the hand-off. */
const POLL_INTERVAL = 3_000;

/**
 * The devices of the session, and its hand-off to another one.
 *
 * The dialog shows what is in `store.devices`: `{handoff: {url, expiresAt}, credentials: [{id, platform, agent, createdAt,
 * lastUsedAt, current}], allowsAgents, agent: {code, expiresAt}}`, where `agent` is absent until the user has asked for it.
 */
export class Devices {
  #client;
  #store;

  /** @param {import("../client/session.js").Session} client @param {import("./store.js").Store} store */
  constructor(client, store) {
    this.#client = client;
    this.#store = store;
  }

  /** Makes a hand-off and opens the dialog. */
  async open() {
    try {
      const [handoff, credentials, allowsAgents] = await Promise.all([
        this.#client.handOff(), this.#client.devices(), this.#client.allowsAgents(),
      ]);
      const url = new URL(handoff.url, location.origin).href;
      this.#store.change({ devices: { handoff: { ...handoff, url }, credentials, allowsAgents } });
      this.#poll();
    } catch (failure) {
      this.#showError(failure);
    }
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

  close() {
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
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
      if (this.#store.devices?.handoff === handoff) await this.#refresh().catch(() => {});
    }
  }

  async #refresh() {
    const credentials = await this.#client.devices();
    const { devices } = this.#store;
    if (devices) this.#store.change({ devices: { ...devices, credentials } });
  }

  #showError(failure) {
    this.#store.change({ notice: { level: "error", text: words.failed(failure.message) } });
  }
}
