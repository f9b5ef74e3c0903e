// A walk through the application `items` with the client that openapi-generator makes from /openapi.json, as README.md
// explains.

import { Configuration, EventsApi, SessionsApi, instanceOfStack } from "./generated";
import type { State, Tabs } from "./generated";

declare const process: { argv: string[]; exitCode?: number };

/** A session with the generated client, which sends its latest token. */
class Session {
  private token = "";
  private readonly configuration: Configuration;
  private readonly events: EventsApi;
  private readonly sessions: SessionsApi;
  state!: State;

  constructor(address: string) {
    this.configuration = new Configuration({ basePath: address, accessToken: async () => this.token });
    this.events = new EventsApi(this.configuration);
    this.sessions = new SessionsApi(this.configuration);
  }

  async start(app: string): Promise<void> {
    this.adopt(await this.sessions.startSession({ newSession: { app, client: { platform: "typescript" } } }));
  }

  async report(name: string, body?: unknown): Promise<void> {
    const request = { id: this.state.id, key: this.state.focus!, name, prefer: "wait=30", body: body as any };
    this.adopt(await this.events.reportOutput(request));
    while (this.state.status === "busy") this.adopt(await this.sessions.readSession({ id: this.state.id }));
  }

  async back(): Promise<void> {
    this.adopt(await this.events.goBack({ id: this.state.id, back: {} }));
  }

  async selectTab(index: number): Promise<void> {
    const { routes } = this.state.navigation as Tabs;
    this.adopt(await this.events.selectTab({ id: this.state.id, key: routes[index].key, body: {} as any }));
  }

  /** The names of the screens on the stack in front. */
  get names(): string[] {
    return this.state.stack.map((key) => this.state.screens[key].name);
  }

  private adopt(state: State | null | undefined): void {
    if (!state) return;
    this.state = state;
    this.token = state.token ?? this.token;
  }
}

function expect(session: Session, ...names: string[]): void {
  const seen = session.names.join(" ");
  if (seen !== names.join(" ")) throw new Error(`expected ${names.join(" ")}, but the stack is ${seen}`);
}

async function walk(address: string): Promise<void> {
  const session = new Session(address);
  await session.start("items");
  expect(session, "login");
  if (!instanceOfStack(session.state.navigation)) throw new Error("the navigation is not a stack");
  await session.report("submit", { login: "demo", password: "demo-password" });
  expect(session, "onboarding");
  await session.report("finish");
  expect(session, "itemsList");
  await session.selectTab(1);
  expect(session, "settings");
  await session.selectTab(0);
  await session.report("itemSelected", 5);
  expect(session, "itemsList", "itemDetail");
  const heroes = session.state.screens[session.state.focus!].view!.filter((element) => element.kind === "hero");
  if (heroes.length === 0) throw new Error("the detail has no hero");
  await session.back();
  expect(session, "itemsList");
  console.log(`The walk ended at revision ${session.state.revision}.`);
}

walk(process.argv[2] ?? "http://127.0.0.1:8080").catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
