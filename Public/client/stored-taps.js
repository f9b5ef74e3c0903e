/** The name under which the storage has the actions. */
const STORAGE_KEY = "usher.taps";

/**
 * The actions without a response, so that a restart sends them again: each as its request, with its `Idempotency-Key`, and with what the
 * user has seen. One that the server has carried out already takes no second effect, and a control that looks different by now takes
 * none.
 *
 * @typedef {{href: string, payload?: *, about?: string, key: string, seen: {focus: string|null, revision: number}, meaning: string,
 *   screen?: string, origin: string, value?: *}} StoredTap
 */
export class StoredTaps {
  #storage;

  /** @param {import("./platform.js").Storage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /** The taps of a session, in their order. @param {string} session @returns {StoredTap[]} */
  read(session) {
    try {
      const saved = JSON.parse(this.#storage.getItem(STORAGE_KEY));
      return saved?.session === session ? saved.taps : [];
    } catch {
      return [];
    }
  }

  /** @param {string} session @param {StoredTap[]} taps All of them. */
  write(session, taps) {
    try {
      if (taps.length > 0) this.#storage.setItem(STORAGE_KEY, JSON.stringify({ session, taps }));
      else this.#storage.removeItem(STORAGE_KEY);
    } catch {
      // Without storage, a restart forgets them.
    }
  }
}
