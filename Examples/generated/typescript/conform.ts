// Drives the session in session.ts by the lines of `usher conform`, as README.md explains.

import { StateToJSON } from "./generated";
import { Session } from "./session";
import type { Outcome } from "./session";

declare const process: any;
declare function require(name: string): any;

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const { CONFORM_SERVER, CONFORM_APP } = process.env;
let shown: object | null = null;
let said: object | null = null;

const session = new Session(CONFORM_SERVER, () => {
  const { state, over } = session;
  if (state !== shown) say({ shows: StateToJSON(state) });
  if (over && over !== said) say({ over: over.status === 410 ? "expired" : "gone" });
  [shown, said] = [state, over];
});

const taps: { [name: string]: (line: any) => Promise<Outcome> } = {
  report: ({ screen, output, payload }) => session.report(screen, output, payload),
  back: ({ confirmed }) => session.back(confirmed),
  dismiss: ({ confirmed }) => session.dismiss(confirmed),
  tab: ({ tab }) => session.selectTab(tab),
};

async function take(line: any): Promise<void> {
  if (taps[line.do]) return say({ tap: line.tap, outcome: await taps[line.do](line) });
  if (line.do === "rows") return say({ tap: line.tap, rows: await session.rows(line.screen, line.source) });
  if (line.do === "close") return process.exit(0);
  await (line.do === "open" ? session.start(CONFORM_APP) : session.resume());
  session.follow();
}

say({ client: "a generated client in TypeScript", parts: ["resume", "rows"] });
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (text: string) => take(JSON.parse(text)));
lines.on("close", () => process.exit(0));
