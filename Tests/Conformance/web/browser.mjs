// The few parts of a browser that the modules in `Public/session` use, for Node: storage, cookies, one visible page with the focus.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.CONFORM_STORAGE;
const origin = process.env.CONFORM_SERVER;
const serverFetch = globalThis.fetch;

/** An object that is a file in the storage, as a browser keeps it through a restart. */
class StoredObject {
  #file;
  values;

  constructor(name) {
    this.#file = join(folder, `${name}.json`);
    this.values = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, "utf8")) : {};
  }

  change(change) {
    change(this.values);
    writeFileSync(this.#file, JSON.stringify(this.values));
  }
}

function storage(name) {
  const stored = new StoredObject(name);
  return {
    getItem: (key) => stored.values[key] ?? null,
    setItem: (key, value) => stored.change((values) => (values[key] = String(value))),
    removeItem: (key) => stored.change((values) => delete values[key]),
  };
}

const cookies = new StoredObject("cookies");

/** A fetch of the page's own origin, with its cookies. */
async function fetch(href, { headers, ...options }) {
  const url = new URL(href, origin);
  const fitting = Object.values(cookies.values).filter(({ path }) => url.pathname === path || url.pathname.startsWith(`${path}/`));
  const own = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
  if (fitting.length > 0) own.Cookie = fitting.map(({ pair }) => pair).join("; ");
  const response = await serverFetch(url, { ...options, redirect: "manual", headers: { ...headers, ...own } });
  for (const cookie of response.headers.getSetCookie()) keep(cookie);
  return response;
}

function keep(cookie) {
  const [pair, ...attributes] = cookie.split(";").map((part) => part.trim());
  const named = Object.fromEntries(attributes.map((attribute) => attribute.toLowerCase().split("=")));
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
  const name = `${path} ${pair.split("=")[0]}`;
  cookies.change((values) => (named["max-age"] === "0" ? delete values[name] : (values[name] = { path, pair })));
}

/** A signal that is aborted with the first of several, for versions of Node without it. */
AbortSignal.any ??= (signals) => {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
};

const events = new EventTarget();
const page = {
  fetch,
  location: Object.assign(new URL(origin), { pathname: `/${process.env.CONFORM_APP}` }),
  history: { state: null },
  document: Object.assign(new EventTarget(), { hidden: false, hasFocus: () => true }),
  navigator: { language: "en", locks: { request: async (name, options, hold) => hold({ name }) } },
  sessionStorage: storage("session"),
  localStorage: storage("local"),
  addEventListener: events.addEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  reportError: (failure) => console.error(failure),
};
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
