import { ignoreCompositionKeys } from "./composition.js";

/**
 * An element of a page that has more than the view. The view takes nothing of the page: no address, no title, no keys, no
 * scroll position, and the keyboard's focus only when the user gives it to the view.
 *
 * @implements {import("./host.js").Host}
 */
export class EmbeddedHost {
  ownsPage = false;
  sharesSessions = false;
  frameTag = "div";
  launch;
  /** The part of the session that is the page's to give. */
  sessionOptions;
  #pictures;
  #startsAnew;

  /**
   * @param {object} options
   * @param {string} [options.server]
   * @param {import("./client.js").Launch} [options.launch] Starts a session in any case.
   * @param {string} [options.name] Tells the sessions of this browser tab apart.
   * @param {string} [options.pictures] The origin of pictures without one.
   */
  constructor({ server, launch, name = "", pictures = server }) {
    this.sessionOptions = { storage: namedStorage(name) };
    this.#pictures = pictures;
    this.#startsAnew = Boolean(launch);
    this.launch = launch ?? {};
  }

  attach(view, signal) {
    ignoreCompositionKeys(view.root, signal);
    view.root.addEventListener("keydown", (event) => {
      // The page may close something of its own by this key.
      if (view.escape(event)) event.stopPropagation();
    }, { signal });
  }

  /** Continues the session that the storage has, or starts one. One that is open already is shown as it is. */
  async open(session, client) {
    if (client.display.phase !== "opening") return;
    if (this.#startsAnew) return session.start(this.launch);
    try {
      await client.open();
    } catch (failure) {
      return session.fail(failure);
    }
    const { phase, problem } = client.display;
    if (phase === "expired" || phase === "gone") await session.replace(problem);
  }

  urlOf(url) {
    return this.#pictures ? new URL(url, this.#pictures).href : url;
  }

  showLanguage({ tag, direction }, root) {
    Object.assign(root, { lang: tag, dir: direction });
  }
}

/** The storage of this browser tab, with a name for each entry that no other view has. */
function namedStorage(name) {
  const full = (key) => `${key} ${name}`;
  return {
    getItem: (key) => sessionStorage.getItem(full(key)),
    setItem: (key, value) => sessionStorage.setItem(full(key), value),
    removeItem: (key) => sessionStorage.removeItem(full(key)),
  };
}
