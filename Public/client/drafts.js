/** The name under which the storage has the drafts. */
const STORAGE_KEY = "usher.drafts";

/**
 * The values that the user has typed into forms and not sent, except secrets.
 *
 * A draft is kept until its form has been sent, and is there again when its screen comes back: after a redraw, a reload, a look
 * at other screens, a way back and in again, a link, a change by a timer or another device, or the expiry of a session that goes
 * on in another one. It is dropped with its screen if the user has agreed to that, or has left the screen by one of its own
 * controls, such as Cancel. Only drafts of open screens are stored. All are dropped with the session, and when another user has it.
 *
 * ```js
 * session.drafts.set("k5 submit", "k5", "login submit", { login: "ann" });
 * session.drafts.values("k5 submit", "k5", "login submit"); // {login: "ann"}
 * ```
 */
export class Drafts {
  #storage;
  /** By form: `{screen, signature, values, isOpen, isLeft}`. `isLeft`: the screen went away, and the text is kept. */
  #drafts = new Map();
  #session = null;

  /** @param {import("./platform.js").Storage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * Follows the screens of the session.
   * @param {import("./state.js").State} state
   * @param {{screen?: string, origin: string}} [cause] The action that led to the state. A change by itself has none.
   */
  follow({ id, screens }, cause) {
    if (id !== this.#session) this.#load(id);
    for (const draft of this.#drafts.values()) {
      const isOpen = Object.hasOwn(screens, draft.screen);
      if (draft.isOpen !== isOpen) draft.isLeft = !isOpen && !drops(cause, draft);
      draft.isOpen = isOpen;
    }
    this.#save();
  }

  /**
   * Keeps the drafts of an expired session for forms like theirs in the session that continues it.
   * @param {string} from The expired session's id.
   * @param {import("./state.js").State} state The first state of the other one.
   */
  transfer(from, { id, screens }) {
    if (this.#session !== from) this.#load(from);
    this.#session = id;
    // The user has logged out by the expiry, so what they have typed is not for the next one.
    const codes = Object.values(screens).flatMap(({ messages = [] }) => messages.map(({ code }) => code));
    if (codes.includes("session.resumedAsGuest")) return this.clear();
    const moved = ([form, draft]) => [`${from} ${form}`, { ...draft, screen: `${from} ${draft.screen}`, isOpen: false, isLeft: true }];
    this.#drafts = new Map([...this.#drafts].map(moved));
  }

  /**
   * The values typed into a form. A form on a new screen gets the values of a form like it from which the user went back.
   * @param {string} form
   * @param {string} screen The key of its screen.
   * @param {string} signature The same for the same form on another instance of its screen.
   * @returns {object|undefined} By the name of the field.
   */
  values(form, screen, signature) {
    if (this.#drafts.has(form)) return this.#drafts.get(form).values;
    const [before, draft] = [...this.#drafts].findLast(([, each]) => each.isLeft && each.signature === signature) ?? [];
    if (!draft) return undefined;
    this.#drafts.delete(before);
    this.#drafts.set(form, { ...draft, screen, isOpen: true, isLeft: false });
    this.#save();
    return draft.values;
  }

  /**
   * Stores the values of a form, or drops its draft if there are none.
   * @param {string} form As for {@link Drafts#values}.
   * @param {string} screen
   * @param {string} signature
   * @param {object} values By the name of the field, without secrets.
   */
  set(form, screen, signature, values) {
    if (Object.keys(values).length === 0) return this.drop(form);
    this.#drafts.set(form, { screen, signature, values, isOpen: true, isLeft: false });
    this.#save();
  }

  /**
   * Drops the draft of a form.
   * @param {string} form
   */
  drop(form) {
    if (this.#drafts.delete(form)) this.#save();
  }

  /** Drops all drafts. */
  clear() {
    this.#drafts.clear();
    this.#save();
  }

  #load(session) {
    this.#session = session;
    this.#drafts.clear();
    try {
      const saved = JSON.parse(this.#storage.getItem(STORAGE_KEY));
      if (saved?.session === session) this.#drafts = new Map(saved.drafts);
    } catch {
      // Without storage, drafts are kept until a restart.
    }
  }

  #save() {
    try {
      const drafts = [...this.#drafts].filter(([, draft]) => draft.isOpen);
      if (drafts.length > 0) this.#storage.setItem(STORAGE_KEY, JSON.stringify({ session: this.#session, drafts }));
      else this.#storage.removeItem(STORAGE_KEY);
    } catch {
      // Without storage, drafts are kept until a restart.
    }
  }
}

/** Whether an action of the user removes a draft together with its screen. */
function drops(cause, { screen }) {
  return Boolean(cause?.screen && cause.screen === screen) || ["dismiss", "discard"].includes(cause?.origin);
}
