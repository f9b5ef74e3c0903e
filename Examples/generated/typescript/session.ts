// A session with the client that openapi-generator makes from /openapi.json, and what the generated code leaves to its caller: one key for
// all tries of an event, their order, the newer of two states, the new token, and news of the session by reads that wait.

import { Configuration, EventsApi, ResponseError, SessionsApi, StateFromJSON } from "./generated";
import type { NewSession, State } from "./generated";

declare function require(name: string): any;

/** The pauses before the next try of a request without a response, in milliseconds. */
const PAUSES = [300, 600, 1200, 2400, 4800, 9600];

/** What has become of an event. Nothing has happened if it is not accepted. */
export type Outcome = "accepted" | "rejected" | "outdated" | "unconfirmed";

/** A response with a problem. */
export class Problem extends Error {
  constructor(readonly status: number, readonly body: any) {
    super(body.detail ?? `The server responds with ${status}.`);
    Object.setPrototypeOf(this, Problem.prototype);
  }

  /** Whether the same request may succeed later; 409 without a state says that its first try still runs. */
  get isPassing(): boolean {
    return [429, 502, 503, 504].includes(this.status) || (this.status === 409 && !this.body.state);
  }

  /** Whether the session is gone for this client. */
  get endsSession(): boolean {
    return this.status === 401 || this.status === 410;
  }
}

/** An event: its request for a state, or its outcome if the state does not allow it. */
type Event = (state: State, headers: { idempotencyKey: string; ifMatch: string }) => Promise<State | null | undefined> | Outcome;

export class Session {
  state!: State;
  /** The problem by which the session is over. */
  over: Problem | null = null;
  private token = "";
  private readonly events: EventsApi;
  private readonly sessions: SessionsApi;
  /** The events before the next one. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(address: string, private readonly changed: () => void = () => {}) {
    const configuration = new Configuration({ basePath: address, accessToken: async () => this.token });
    this.events = new EventsApi(configuration);
    this.sessions = new SessionsApi(configuration);
  }

  async start(app: string): Promise<void> {
    await this.create({ app });
  }

  /** Continues the session that has expired, or starts its application again. */
  async resume(): Promise<void> {
    const { app, resume } = this.over?.body.resume?.body ?? { app: this.state.app, resume: undefined };
    await this.create({ app, resume });
  }

  private async create(wanted: NewSession): Promise<void> {
    const request = { newSession: { ...wanted, client: { platform: "typescript" } }, idempotencyKey: key() };
    const state = await this.persist(() => this.sessions.startSession(request));
    this.over = null;
    this.adopt(state);
  }

  /** Reports an output. It has no `If-Match`, because it names its screen, and the content may change beside it. */
  report(screen: string, name: string, body?: unknown): Promise<Outcome> {
    return this.send(({ id }, { idempotencyKey }) =>
      this.events.reportOutput({ id, key: screen, name, idempotencyKey, prefer: "wait=20", body: body as any }));
  }

  back(isConfirmed = false): Promise<Outcome> {
    return this.gesture("back", isConfirmed, (request) => this.events.goBack({ ...request, back: {} }));
  }

  dismiss(isConfirmed = false): Promise<Outcome> {
    return this.gesture("dismiss", isConfirmed, (request) => this.events.dismissModal({ ...request, dismiss: {} }));
  }

  selectTab(tab: string): Promise<Outcome> {
    return this.send(({ id }, headers) => this.events.selectTab({ id, key: tab, ...headers, body: {} as any }));
  }

  private gesture(
    name: "back" | "dismiss", isConfirmed: boolean,
    request: (parameters: { id: string; idempotencyKey: string; ifMatch: string }) => Promise<State | null | undefined>,
  ): Promise<Outcome> {
    return this.send(({ id, gestures }, headers) => {
      if (!gestures[name]) return "outdated";
      if (gestures.confirm?.gestures.includes(name) && !isConfirmed) return "unconfirmed";
      return request({ id, ...headers });
    });
  }

  /** The keys of the rows that are not in the state, from all pages. */
  async rows(screen: string, source: string): Promise<string[]> {
    const keys: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await this.persist(() => this.sessions.readRows({ id: this.state.id, key: screen, name: source, after }));
      keys.push(...page.rows.map(({ key }) => key));
      if (!page.next) return keys;
      after = new URL(page.next, "http://server").searchParams.get("after") ?? undefined;
    }
  }

  /** Reads each newer state until the session is over, however it was made. */
  async follow(): Promise<void> {
    const { id } = this.state;
    while (!this.over && this.state.id === id && this.state.status !== "ended") {
      const { revision } = this.state;
      const token = this.token;
      try {
        this.adopt(await once(() => this.sessions.readSession({ id, ifNoneMatch: `"${revision}"`, prefer: "wait=25" })));
      } catch (error) {
        if (!(error instanceof Problem)) await pause(PAUSES[1]);
        else if (error.status === 304) continue;
        // The new token is in a response that is on its way.
        else if (error.body.type === "/problems/credential-replaced" || token !== this.token) await pause(PAUSES[0]);
        else if (error.endsSession && this.state.id === id) this.end(error);
        else await pause(PAUSES[1]);
      }
    }
  }

  /** Sends an event behind those before it, and waits until its effects are done. */
  private send(event: Event): Promise<Outcome> {
    const outcome = this.queue.then(() => this.perform(event));
    this.queue = outcome.catch(() => {});
    return outcome;
  }

  private async perform(event: Event): Promise<Outcome> {
    const headers = { idempotencyKey: key(), ifMatch: `"${this.state.revision}"` };
    const { state } = this;
    if (this.over || state.status === "ended") return "outdated";
    try {
      let refused: Outcome | undefined;
      const next = await this.persist(async () => {
        const result = event(state, headers);
        if (typeof result !== "string") return result;
        refused = result;
        return null;
      });
      if (refused) return refused;
      this.adopt(next);
      while (this.state.status === "busy") {
        const { id, revision } = this.state;
        this.adopt(await this.persist(() => this.sessions.readSession({ id, ifNoneMatch: `"${revision}"`, prefer: "wait=20" })));
      }
      return "accepted";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.endsSession) this.end(error);
      if (!error.body.state) return "rejected";
      this.adopt(StateFromJSON(error.body.state));
      return "outdated";
    }
  }

  /** Repeats a request, which has one key, until it has a response. */
  private async persist<Value>(request: () => Promise<Value>): Promise<Value> {
    for (let attempt = 0, earlier = ""; ; attempt += 1) {
      const token = this.token;
      let asked = 0;
      try {
        return await once(request);
      } catch (error) {
        if (error instanceof Problem) {
          if (error.status === 304) return null as any;
          // Another request has got a new token while this one was on its way.
          if (error.status === 401 && token !== this.token && token !== earlier) {
            earlier = token;
            continue;
          }
          if (!error.isPassing) throw error;
          asked = error.body.retryAfter ?? 0;
        }
      }
      await pause(Math.max(asked, PAUSES[Math.min(attempt, PAUSES.length - 1)]));
    }
  }

  /** Takes a state unless a newer one of the session is here. */
  private adopt(state: State | null | undefined): void {
    if (!state) return;
    this.token = state.token ?? this.token;
    const isLate = this.state?.id === state.id && state.revision <= this.state.revision;
    if (isLate) return;
    this.state = state;
    this.changed();
  }

  private end(problem: Problem): void {
    if (this.over) return;
    this.over = problem;
    this.changed();
  }
}

/**
 * Sends a request once.
 * @throws A problem, or any other error if there was no response of the server.
 */
async function once<Value>(request: () => Promise<Value>): Promise<Value> {
  try {
    return await request();
  } catch (error) {
    // A lost connection, content that is cut off (TypeError), or a page of the network, which is no JSON (SyntaxError).
    if (!(error instanceof ResponseError)) throw error;
    const body = await error.response.json().catch(() => ({}));
    throw new Problem(error.response.status, { ...body, retryAfter: Number(error.response.headers.get("Retry-After") ?? 0) * 1000 });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A key that is as hard to guess as a UUID. */
function key(): string {
  return require("crypto").randomUUID();
}
