// Drives the web client, without its page, by the lines of `usher conform`.
//
//     usher conform node Tests/Conformance/web/adapter.mjs

import "./browser.mjs";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Imports modules of the web client. They are copied, because Node takes them for modules only beside such a package.json. */
async function modules(...names) {
  const folder = mkdtempSync(join(tmpdir(), "conform-web-"));
  const from = fileURLToPath(new URL("../../../Public", import.meta.url));
  for (const part of ["session", "words", "words.js", "reporting.js"]) cpSync(join(from, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  try {
    return Object.assign({}, ...(await Promise.all(names.map((name) => import(join(folder, "session", `${name}.js`))))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { Client, Clock, FormDrafts, Rows, Session, Store, Transport } = await modules(
  "client", "clock", "form-drafts", "rows", "session", "store", "transport");

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const drafts = new FormDrafts();
let shown = null;
let said = null;

/** Tells what the page would draw. */
function show() {
  const { state, expired, failure } = store;
  if (state && state !== shown) say({ shows: state });
  shown = state;
  const over = expired ? "expired" : failure ? "gone" : null;
  if (over && over !== said) say({ over });
  said = over;
  for (const asked of asking) asked();
}

const store = new Store(show, (state, cause) => drafts.follow(state, cause));
const clock = new Clock();
const transport = new Transport(
  (connection) => connection !== store.connection && store.change({ connection }), () => session.credentialRenewed());
const client = new Client(transport, clock);
const session = new Session(client, store, { onOtherUser: () => drafts.clear(), onResumption: (id, state) => drafts.transfer(id, state) });
const asking = new Set();
const rows = new Rows(client, show);

function report({ screen, output, payload, secret, tap }) {
  const request = ({ screens }) => {
    const found = screens[screen]?.outputs?.find(({ name }) => name === output);
    return found && { href: found.href, payload };
  };
  return session.act({ request, screen, origin: `tap ${tap}`, isSecret: secret });
}

/** The keys of all rows of a source, which are read page by page. */
function rowsOf({ screen, source }) {
  const element = store.state.screens[screen].view.find((each) => each.source?.name === source);
  return new Promise((resolve) => {
    const asked = () => {
      const list = rows.list(screen, element.source);
      if (list.status !== "idle") return;
      if (list.next) return rows.loadMore(list);
      asking.delete(asked);
      resolve(list.rows.map(({ key }) => key));
    };
    asking.add(asked);
    asked();
  });
}

function draft({ screen, output, values }) {
  const { name } = store.state.screens[screen];
  const form = [`${screen} ${output}`, screen, `${name} ${output}`];
  if (values) drafts.set(...form, values);
  else say({ draft: drafts.values(...form) ?? {} });
}

const taps = {
  report,
  back: ({ confirmed }) => session.back({ isConfirmed: confirmed }),
  dismiss: ({ confirmed }) => session.dismiss({ isConfirmed: confirmed }),
  tab: ({ tab }) => session.selectTab(tab),
};

async function take(line) {
  if (taps[line.do]) return say({ tap: line.tap, outcome: await taps[line.do](line) });
  if (line.do === "open") return session.begin();
  if (line.do === "resume") return session.resume();
  if (line.do === "rows") return say({ tap: line.tap, rows: await rowsOf(line) });
  if (line.do === "draft") return draft(line);
  if (line.do === "close") process.exit(0);
}

say({ client: "the web client", parts: ["drafts", "patches", "resume", "rows", "storage", "stream"] });
createInterface({ input: process.stdin }).on("line", (text) => take(JSON.parse(text))).on("close", () => process.exit(0));
