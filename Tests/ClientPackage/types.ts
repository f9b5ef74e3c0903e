// A program in TypeScript with the package, which Scripts/checks/web-kit.sh compiles with the types that are made from its comments.

import { memoryStorage, Problem, Session } from "@usher/client";
import type { Clock, Display, Outcome, ProblemName, Screen, State } from "@usher/client";

const clock: Clock = { now: () => 0, setTimeout: (action, delay) => [action, delay], clearTimeout: () => {} };

const session = new Session({
  server: "https://shop.example",
  app: "market",
  client: { platform: "web", version: "2.1", screens: { seatPlan: 3 } },
  storage: memoryStorage(),
  clock,
  eventSource: null,
});

export const stop: () => void = session.on("display", ({ state, phase, connection }) => draw(state, phase, connection));
session.on("state", ({ state, cause }) => console.log(state.revision, cause?.origin));
session.on("problem", ({ problem }) => console.log(problem.type));
// @ts-expect-error There is no such event.
session.on("displays", () => {});
// @ts-expect-error A credential is a token or a cookie.
new Session({ credential: "password" });
// @ts-expect-error A screen has a key.
session.report(5, "submit");

function draw(state: State | null, phase: Display["phase"], connection: Display["connection"]): void {
  const front: Screen | undefined = state?.focus ? state.screens[state.focus] : undefined;
  console.log(front?.title, front?.outputs?.map(({ name }) => name), phase === "expired", connection === "unreachable");
}

function describe(outcome: Outcome): string {
  switch (outcome.kind) {
    case "rejected": return outcome.messages.map(({ text }) => text).join();
    case "refused": return outcome.problem.message;
    case "unconfirmed": return outcome.question.title;
    case "outdated": case "gone": return outcome.problem?.type ?? "";
    case "accepted": case "ignored": return outcome.kind;
  }
}

export async function run(iban: string): Promise<string> {
  const known: ProblemName = "invalid-payload";
  try {
    await session.start({ app: "bank", input: { iban }, identity: "token", embedded: true });
  } catch (problem) {
    if (problem instanceof Problem && problem.is(known)) return problem.errors.map(({ pointer }) => pointer).join();
    throw problem;
  }
  const outcome = await session.report("k3", "submit", { code: "123456" }, { isSecret: true, origin: "form" });
  const { url, code, expiresAt }: { url: string; code: string; expiresAt: string } = await session.handOff();
  const devices: { id: string; current: boolean }[] = await session.devices();
  await session.endAccess(devices[0].id);
  const list = session.rows.list("k3", { name: "stations", version: "1" });
  if (list.next) session.rows.loadMore(list);
  session.drafts.set("k3 form", "k3", "form", { name: "Ada" });
  const time: number = session.serverTime;
  const id: string | null = session.id;
  return [describe(outcome), describe(await session.back({ to: "k1" })), url, code, expiresAt, time, id, await session.result()].join();
}
