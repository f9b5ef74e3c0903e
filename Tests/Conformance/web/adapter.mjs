// Drives the package of the web client, `Public/client`, by the lines of `usher conform`.
//
//     usher conform node Tests/Conformance/web/adapter.mjs

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Session } from "../../../Public/client/index.js";

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** A storage that is a file, which a restart leaves. */
function fileStorage(file) {
  const values = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const change = (change) => {
    change();
    writeFileSync(file, JSON.stringify(values));
  };
  return {
    getItem: (name) => values[name] ?? null,
    setItem: (name, value) => change(() => (values[name] = value)),
    removeItem: (name) => change(() => delete values[name]),
  };
}

const session = new Session({
  server: process.env.CONFORM_SERVER,
  app: process.env.CONFORM_APP,
  storage: fileStorage(join(process.env.CONFORM_STORAGE, "client.json")),
});
const { drafts, rows } = session;
let shown = null;
let said = null;

session.on("display", ({ state, phase }) => {
  if (state && state !== shown) say({ shows: state });
  shown = state;
  const over = phase === "expired" || phase === "gone" ? phase : null;
  if (over && over !== said) say({ over });
  said = over;
});

/** The keys of all rows of a source, which are read page by page. */
function rowsOf({ screen, source }) {
  const element = session.display.state.screens[screen].view.find((each) => each.source?.name === source);
  return new Promise((resolve) => {
    const look = () => {
      const list = rows.list(screen, element.source);
      if (list.status !== "idle") return;
      if (list.next) return rows.loadMore(list);
      stop();
      resolve(list.rows.map(({ key }) => key));
    };
    const stop = session.subscribe(look);
    look();
  });
}

function draft({ screen, output, values }) {
  const { name } = session.display.state.screens[screen];
  const form = [`${screen} ${output}`, screen, `${name} ${output}`];
  if (values) drafts.set(...form, values);
  else say({ draft: drafts.values(...form) ?? {} });
}

const taps = {
  report: ({ screen, output, payload, secret, tap }) => session.report(screen, output, payload, { origin: `tap ${tap}`, isSecret: secret }),
  back: ({ confirmed }) => session.back({ isConfirmed: confirmed }),
  dismiss: ({ confirmed }) => session.dismiss({ isConfirmed: confirmed }),
  tab: ({ tab }) => session.selectTab(tab),
};

async function take(line) {
  if (taps[line.do]) return say({ tap: line.tap, outcome: (await taps[line.do](line)).kind });
  if (line.do === "open") return session.open();
  if (line.do === "resume") return session.resume();
  if (line.do === "rows") return say({ tap: line.tap, rows: await rowsOf(line) });
  if (line.do === "draft") return draft(line);
  if (line.do === "close") process.exit(0);
}

say({ client: "@usher/client", parts: ["drafts", "offline", "patches", "resume", "rows", "storage", "stream"] });
createInterface({ input: process.stdin }).on("line", (text) => take(JSON.parse(text))).on("close", () => process.exit(0));
