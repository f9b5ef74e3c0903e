// A server that a test writes, and a clock that it turns, for sessions without a network.

import { Session } from "../../Public/client/index.js";

/** A clock that stands still until the test advances it. */
export class TestClock {
  #now = Date.parse("2026-11-21T09:00:00Z");
  #timers = new Map();
  #next = 1;

  now = () => this.#now;
  setTimeout = (action, delay) => {
    this.#timers.set(this.#next, { action, at: this.#now + delay });
    return this.#next++;
  };
  clearTimeout = (timer) => void this.#timers.delete(timer);

  /** The times until the timers that are waiting, in milliseconds, the next one first. */
  get waiting() {
    return [...this.#timers.values()].map(({ at }) => at - this.#now).sort((one, other) => one - other);
  }

  /** Moves the time on, and lets everything run that is due. */
  async advance(milliseconds) {
    this.#now += milliseconds;
    for (const [timer, { action, at }] of [...this.#timers]) {
      if (at > this.#now) continue;
      this.#timers.delete(timer);
      action();
    }
    await settled();
  }
}

/** Waits until everything has run that does not wait for a clock. */
export async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A response of the API. */
export function json(content, { status = 200, headers = {} } = {}) {
  const type = status >= 400 ? "application/problem+json" : "application/json";
  return new Response(JSON.stringify(content), { status, headers: { "Content-Type": type, ...headers } });
}

/** A problem as the server sends it. */
export function problem(status, name, more = {}) {
  return json({ type: `/problems/${name}`, status, title: name, ...more }, { status });
}

/** A stack of screens, by their keys. */
export function stack(keys, key = "s1") {
  return { type: "stack", key, index: keys.length - 1, routes: keys.map((each) => ({ key: each, name: each })) };
}

/** A state of the session `a`, with screens that report `go`. */
export function stateOf(keys, more = {}) {
  const front = keys.at(-1);
  const output = (screen) => ({ name: "go", href: `/v1/sessions/a/screens/${screen}/outputs/go` });
  const view = [{ kind: "button", output: "go", label: "Go" }];
  return {
    id: "a", app: "test", revision: 1, status: "active", stack: keys, focus: front, navigation: stack(keys), modals: [],
    screens: Object.fromEntries(keys.map((key) => [key, { name: key, title: key, view, outputs: key === front ? [output(key)] : [] }])),
    gestures: keys.length > 1 ? { back: "/v1/sessions/a/back" } : {},
    ...more,
  };
}

/**
 * A session with a server that answers by `answer`, a function of the request that returns a response, throws for a lost one, or
 * returns undefined for one that never comes. Streams never have an event unless it answers them.
 */
export function scriptedSession(answer, options = {}) {
  const clock = new TestClock();
  const requests = [];
  let keys = 0;
  const fetch = async (href, { method, headers, body, signal }) => {
    const request = { method, href, headers, body, payload: typeof body === "string" ? JSON.parse(body) : undefined };
    if (!href.endsWith("/events")) requests.push(request);
    const response = await answer(request, requests.length);
    if (response) return response;
    return new Promise((resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const session = new Session({ app: "test", clock, fetch, uuid: () => `key-${(keys += 1)}`, client: {}, ...options });
  return { session, clock, requests };
}
