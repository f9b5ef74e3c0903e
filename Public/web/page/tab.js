import { isDenied, requestLock } from "./locks.js";
import { rememberedSession, rememberSession } from "./remembered.js";

/** The time for which a reload waits until the previous page releases the lock, in milliseconds. */
const HANDOVER_TIMEOUT = 1000;

/**
 * Stores the session of this browser tab.
 *
 * It is in the tab's own storage, so that a reload continues it and two tabs never share a session. A duplicated tab gets
 * a copy of that storage: a lock, open while a tab is open, distinguishes the original from the copy. A session that no tab
 * shows can be continued by a new one. Without Web Locks, as in a page without TLS, the tab asks the others.
 */
export class Tab {
  #channel;
  #open = new Set();
  /** The functions that release the locks. */
  #releases = [];

  /** @param {import("./page-channel.js").PageChannel} channel */
  constructor(channel) {
    this.#channel = channel;
    channel.onQuery((question) => [...this.#open].some((id) => question === nameOf(id)));
  }

  /**
   * The session that this tab showed before it was reloaded.
   * @param {string} [app] The application that the page's address asks for: another one has another session.
   * @returns {Promise<string|null>} Its id.
   */
  async claimRemembered(app) {
    const id = rememberedSession(app);
    return id && (await this.#claim(id, HANDOVER_TIMEOUT)) ? id : null;
  }

  /** Stores a session for the next load of this tab. @param {{id: string, app: string, isDefault: boolean}} session */
  remember(session) {
    rememberSession(session);
    this.#claim(session.id, HANDOVER_TIMEOUT);
  }

  /**
   * Makes this tab the only one that shows a session, if no tab does. @param {string} id @returns {Promise<boolean>} Whether it
   * is.
   */
  claimUnshown(id) {
    return this.#claim(id, 0);
  }

  /** Leaves its sessions to other tabs. */
  close() {
    for (const release of this.#releases) release();
  }

  /** Resolves to whether this tab shows the session. If another tab does, waits until that one releases it. */
  async #claim(id, timeout) {
    const open = this.#open;
    if (open.has(id)) return true;
    if (!navigator.locks) {
      const isFree = !(await this.#channel.query(nameOf(id)));
      if (isFree) open.add(id);
      return isFree;
    }
    const options = timeout > 0 ? { signal: AbortSignal.timeout(timeout) } : { ifAvailable: true };
    return new Promise((resolve) => {
      const hold = (lock) => {
        if (!lock) return resolve(false);
        open.add(id);
        resolve(true);
        // The lock is held until the page is closed.
        return new Promise((release) => this.#releases.push(release));
      };
      requestLock(nameOf(id), options, hold).catch((failure) => {
        if (isDenied(failure)) open.add(id);
        resolve(isDenied(failure));
      });
    });
  }
}

/** The name of a session among the tabs. */
function nameOf(id) {
  return `usher.session.${id}`;
}
