// A walk through the application `items` with the client that openapi-generator makes from /openapi.json, as README.md
// explains.

import { instanceOfStack } from "./generated";
import type { Tabs } from "./generated";
import { Session } from "./session";

declare const process: { argv: string[]; exitCode?: number };

/** The names of the screens on the stack in front. */
function namesOf({ state }: Session): string[] {
  return state.stack.map((key) => state.screens[key].name);
}

async function report(session: Session, name: string, body?: unknown): Promise<void> {
  const outcome = await session.report(session.state.focus!, name, body);
  if (outcome !== "accepted") throw new Error(`the report of ${name} is ${outcome}`);
}

async function selectTab(session: Session, index: number): Promise<void> {
  await session.selectTab((session.state.navigation as Tabs).routes[index].key);
}

function expect(session: Session, ...names: string[]): void {
  const seen = namesOf(session).join(" ");
  if (seen !== names.join(" ")) throw new Error(`expected ${names.join(" ")}, but the stack is ${seen}`);
}

async function walk(address: string): Promise<void> {
  const session = new Session(address);
  await session.start("items");
  expect(session, "login");
  if (!instanceOfStack(session.state.navigation)) throw new Error("the navigation is not a stack");
  await report(session, "submit", { login: "demo", password: "demo-password" });
  expect(session, "onboarding");
  await report(session, "finish");
  expect(session, "itemsList");
  await selectTab(session, 1);
  expect(session, "settings");
  await selectTab(session, 0);
  await report(session, "itemSelected", 5);
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
