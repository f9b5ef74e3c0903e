/** The name under which the storage has the session and its token. */
const STORAGE_KEY = "usher.session";

/** The session in the storage, with its token, so that a restart continues it. */
export class StoredSession {
  #storage;

  /** @param {import("./platform.js").Storage|null} storage Null stores nothing, as with a cookie: the browser has it, and the page knows the id. */
  constructor(storage) {
    this.#storage = storage;
  }

  /** @returns {{id: string, app: string, token: string}|null} */
  read() {
    try {
      return JSON.parse(this.#storage?.getItem(STORAGE_KEY) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {{id: string, app: string, token: string|null}} session */
  write(session) {
    this.#try((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(session)));
  }

  /** Removes it. */
  forget() {
    this.#try((storage) => storage.removeItem(STORAGE_KEY));
  }

  /** Without storage, a restart begins another session, and everything else works. */
  #try(change) {
    try {
      if (this.#storage) change(this.#storage);
    } catch {
      // As said above.
    }
  }
}
