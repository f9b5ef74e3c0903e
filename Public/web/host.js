/**
 * The surroundings of a view: whether the page is its own, and where its session comes from. `EmbeddedHost` is an
 * element of another page, and `PageHost` the page itself.
 *
 * This file has no code.
 *
 * @typedef {object} Host
 * @property {boolean} ownsPage Whether the page has nothing but the view, so that the view takes the keyboard's focus.
 * @property {boolean} sharesSessions Whether the user can hand the session over to another device.
 * @property {string} frameTag The tag of the view's frame.
 * @property {import("./client.js").Launch} launch What a new session starts with.
 * @property {string} [defaultAddress] The address at which the default application starts.
 * @property {(view: import("./view.js").View, signal: AbortSignal) => void} attach Listens to the page until the signal.
 * @property {(session: import("./session/session.js").ViewSession, client: import("./client.js").Session) => Promise<void>} open
 *   Continues a session or starts one.
 * @property {(state: import("./client.js").State) => void} [remember] Remembers the session for a reload.
 * @property {(id: string) => void} [forget] Forgets a session that is gone.
 * @property {(id: string) => void} [keepFromOthers] Another user has the session now.
 * @property {(url: string) => string} urlOf The address of a picture.
 * @property {(link: string|undefined) => string|undefined} [addressOf] The address of a place, if it has one.
 * @property {(state: import("./client.js").State, origin?: string) => void} [follow] Called with each state of the server.
 * @property {(title: string) => void} [showTitle] Shows the title of the screen in front.
 * @property {(language: import("./language.js").Language, root: Element) => void} showLanguage
 * @property {() => void} [update] Called after each drawing.
 * @property {() => void} [reload] Starts everything again.
 * @property {(words: object) => {label: string, press: Function}[]} [recoveries] What the user can do when the view has failed.
 */

export {};
