/**
 * What a session needs of the place where it runs. Each part has a default for browsers and for Node, and this file is the only
 * one that reads the global object.
 */

/**
 * The time, and timers.
 * @typedef {object} Clock
 * @property {() => number} now Milliseconds since 1970.
 * @property {(action: () => void, delay: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 */

/**
 * A place for texts that a restart of the client leaves, with the functions of Web Storage. They may throw.
 * @typedef {object} Storage
 * @property {(name: string) => string|null} getItem
 * @property {(name: string, value: string) => void} setItem
 * @property {(name: string) => void} removeItem
 */

/**
 * Whether the user is there. A hidden client needs no connection.
 * @typedef {object} Presence
 * @property {boolean} isVisible
 * @property {boolean} hasFocus Whether the user works with this client, and not with another one beside it.
 * @property {(listener: (change: "visibility"|"focus"|"network") => void) => () => void} subscribe Calls the listener when the client
 *   becomes visible or hidden, when the user comes to it, and when there is a network again. Returns a function that ends that.
 */

/**
 * The right to have a stream of events, for clients that share few connections, such as the tabs of a browser.
 * @typedef {object} StreamRight
 * @property {(steals: boolean, onLoss: () => void) => Promise<boolean>} acquire Takes the right if no other client has it, or from
 *   another one if it `steals`. Tells whether this client has it. Calls `onLoss` when another one has taken it.
 * @property {() => void} release Leaves the right to others.
 */

/**
 * @typedef {object} Platform
 * @property {(href: string, options: object) => Promise<Response>} fetch Sends a request, as the function of this name does.
 * @property {Clock} clock
 * @property {Storage} storage
 * @property {() => string} uuid Makes a random UUID.
 * @property {Presence} presence
 * @property {StreamRight} streamRight
 */

/**
 * The platform's own clock.
 * @type {Clock}
 */
export const clock = {
  now: () => Date.now(),
  setTimeout: (action, delay) => setTimeout(action, delay),
  clearTimeout: (timer) => clearTimeout(timer),
};

/** The platform's own `fetch`, looked up at each call, because tools replace it. */
export function ownFetch(href, options) {
  return globalThis.fetch(href, options);
}

/** A random UUID. `crypto.randomUUID` exists in secure contexts only. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * The user's language and time zone, for the description of the client.
 * @returns {{locale?: string, timeZone?: string}}
 */
export function ownLocale() {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { locale: globalThis.navigator?.language ?? locale, timeZone };
}

/**
 * The parts that were given, and defaults for the others: in a browser the storage of the tab, and its visibility. In Node the
 * storage is memory, and the client is always visible.
 * @param {Partial<Platform>} [given]
 * @returns {Platform}
 */
export function platformOf(given = {}) {
  return {
    fetch: given.fetch ?? ownFetch,
    clock: given.clock ?? clock,
    storage: given.storage ?? ownStorage(),
    uuid: given.uuid ?? uuid,
    presence: given.presence ?? (globalThis.document ? pagePresence : always),
    streamRight: given.streamRight ?? { acquire: async () => true, release() {} },
  };
}

/**
 * The origin of a server for the addresses of requests, or nothing for that of the page.
 * @param {string} server
 * @param {boolean} hasFetch Whether the caller has a `fetch` of its own, which may need none.
 * @returns {string}
 * @throws {TypeError} If none is named and there is no page.
 */
export function originOf(server, hasFetch) {
  if (!server && !hasFetch && !globalThis.location) throw new TypeError("Name the server, because there is no page whose origin could be meant.");
  return server.replace(/\/+$/, "");
}

/**
 * A storage that forgets everything with the program.
 * @returns {Storage}
 */
export function memoryStorage() {
  const values = new Map();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, String(value)),
    removeItem: (name) => void values.delete(name),
  };
}

function ownStorage() {
  try {
    return globalThis.sessionStorage ?? memoryStorage();
  } catch {
    // The browser blocks the storage of the page.
    return memoryStorage();
  }
}

/** @type {Presence} */
const always = { isVisible: true, hasFocus: true, subscribe: () => () => {} };

/** @type {Presence} */
const pagePresence = {
  get isVisible() {
    return !document.hidden;
  },
  get hasFocus() {
    return document.hasFocus();
  },
  subscribe(listener) {
    const ending = new AbortController();
    const options = { signal: ending.signal };
    document.addEventListener("visibilitychange", () => listener("visibility"), options);
    globalThis.addEventListener("focus", () => listener("focus"), options);
    globalThis.addEventListener("online", () => listener("network"), options);
    return () => ending.abort();
  },
};
