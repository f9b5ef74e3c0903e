// The package with the real program, also through a network with faults.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { memoryStorage, Session } from "../../Public/client/index.js";
import { perform, placesOf, tapsOf } from "./walk.mjs";
import { randomFaults, randomFrom, startProxy } from "./proxy.mjs";
import { startProgram } from "./program.mjs";

const PACKAGE = fileURLToPath(new URL("../../Public/client", import.meta.url));
/** Applications in which no effect depends on the pace of the taps. */
const APPS = ["kanji", "items", "profile"];
const TAPS = Number(process.env.USHER_WALK_TAPS ?? 60);
const SEED = Number(process.env.USHER_WALK_SEED ?? 1);

let program;
const sessions = [];
before(async () => (program = await startProgram()));
after(async () => {
  for (const session of sessions) session.close();
  await program.stop();
});

function sessionAt(server, options) {
  const session = new Session({ server, client: { platform: "node", version: "1", locale: "en", timeZone: "UTC" }, ...options });
  sessions.push(session);
  return session;
}

/** Waits until a condition holds for what a session displays. */
function until(session, holds, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), 20_000);
    const look = () => {
      if (!holds(session.display)) return;
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = session.subscribe(look);
    look();
  });
}

test("the first example of the README runs as a program of its own, and ends by itself", async () => {
  const folder = await mkdtemp(join(tmpdir(), "client-package-"));
  try {
    const readme = await readFile(join(PACKAGE, "README.md"), "utf8");
    const [, example] = /```js\n([^`]*)```/.exec(readme);
    await mkdir(join(folder, "node_modules", "@usher"), { recursive: true });
    await symlink(PACKAGE, join(folder, "node_modules", "@usher", "client"));
    await writeFile(join(folder, "example.mjs"), example.replace("http://localhost:8080", program.address));
    const { stdout } = await promisify(execFile)(process.execPath, ["example.mjs"], { cwd: folder, timeout: 20_000 });
    assert.equal(stdout, "Kanji details\n");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a restart continues the session where it was", async () => {
  const storage = memoryStorage();
  const first = sessionAt(program.address, { app: "kanji", storage });
  await first.open();
  await first.report(first.display.state.focus, "kanjiSelected", "弟");
  first.close();
  const second = sessionAt(program.address, { app: "kanji", storage });
  await second.open();
  assert.deepEqual([second.id, second.display.state.stack], [first.id, first.display.state.stack]);
});

test("two devices of a session follow each other by the stream, and one ends the access of the other", async () => {
  const one = sessionAt(program.address, { app: "kanji" });
  await one.open();
  const { code } = await one.handOff();
  const other = sessionAt(program.address);
  await other.join(code);
  await other.report(other.display.state.focus, "kanjiSelected", "弟");
  await until(one, ({ state }) => state.stack.length === 2, "the screen that the other device has opened");
  const devices = await one.devices();
  assert.equal(devices.length, 2);
  await one.endAccess(devices.find(({ current }) => !current).id);
  await until(other, ({ phase }) => phase === "gone", "the end of the access");
});

test("without streams a session is followed by long polls", async () => {
  const one = sessionAt(program.address, { app: "kanji" });
  await one.open();
  const other = sessionAt(program.address, { eventSource: null });
  await other.join((await one.handOff()).code);
  await one.report(one.display.state.focus, "kanjiSelected", "弟");
  await until(other, ({ state }) => state.stack.length === 2, "the screen that the other device has opened");
});

test("a user signs in with a token that changes, and the session is followed with the new one", async () => {
  const session = sessionAt(program.address, { app: "items", storage: memoryStorage() });
  await session.open();
  assert.equal(session.display.state.screens[session.display.state.focus].name, "login");
  const outcome = await session.report(session.display.state.focus, "submit", { login: "demo", password: "demo-password" }, { isSecret: true });
  assert.equal(outcome.kind, "accepted", JSON.stringify(outcome.problem?.errors));
  assert.equal(session.display.phase, "open");
  assert.equal((await session.devices()).length, 1);
});

test("a link that leads nowhere is refused, and a session that is ended at the server is gone", async () => {
  const session = sessionAt(program.address, { app: "kanji" });
  await session.open();
  const outcome = await session.openLink("usher://kanji/nowhere/at/all");
  assert.equal(outcome.kind, "refused");
  assert.ok(outcome.problem.is("unknown-link"), outcome.problem.type);
  await assert.rejects(sessionAt(program.address).start({ app: "none" }), (failure) => failure.is("unknown-app"));
  await session.end();
  assert.equal(session.display.phase, "closed");
});

test("the types of problems are those that the server lists", async () => {
  const source = await readFile(join(PACKAGE, "problem.js"), "utf8");
  const [typedef] = /@typedef \{("malformed-request"[^}]*)\} ProblemName/.exec(source)?.slice(1) ?? [];
  const named = [...typedef.matchAll(/"([a-z-]+)"/g)].map(([, name]) => `/problems/${name}`);
  const { problems } = await (await fetch(`${program.address}/problems`)).json();
  const missing = problems.map(({ type }) => type).filter((type) => !named.includes(type));
  assert.deepEqual(missing, []);
});

/** Walks through an application. Without a script it chooses taps at random, and returns them as one. */
async function walk(server, app, { script, check = () => {}, ...options } = {}) {
  const session = sessionAt(server, { app, pace: 0.05, ...options });
  await session.start();
  const random = randomFrom(SEED);
  const taps = [];
  while (taps.length < (script?.length ?? TAPS)) {
    await session.untilIdle();
    // A screen may wait for something that the server does by itself.
    await until(session, ({ state }) => tapsOf(state).length > 0, "a control");
    const offered = tapsOf(session.display.state);
    const tap = script?.[taps.length].tap ?? offered[Math.floor(random() * offered.length)];
    const before = session.display.state;
    const performing = perform(session, tap);
    const shown = session.display;
    const outcome = await performing;
    check({ tap, before, shown, outcome, after: session.display.state });
    taps.push({ tap, outcome: outcome.kind, places: placesOf(session.display.state) });
  }
  return { session, taps };
}

for (const app of APPS) {
  test(`${app}: taps through a network that loses, doubles and delays end in the states to which they lead without faults`, async () => {
    const clean = await walk(program.address, app);
    const proxy = await startProxy(program.address);
    try {
      proxy.faults = randomFaults(SEED);
      const faulty = await walk(proxy.address, app, { script: clean.taps });
      for (const [index, tap] of clean.taps.entries()) assert.deepEqual(faulty.taps[index], tap, `tap ${index}`);
      assert.ok(proxy.seen.length > clean.taps.length, "requests were sent again");
      faulty.session.close();
    } finally {
      proxy.stop();
    }
  });
}

test("control: the same taps end elsewhere if each try has a key of its own", async () => {
  const clean = await walk(program.address, "kanji");
  const proxy = await startProxy(program.address);
  const forgetful = (href, options) =>
    fetch(href, { ...options, headers: { ...options.headers, ...(options.method === "POST" && { "Idempotency-Key": `"${randomUUID()}"` }) } });
  try {
    proxy.faults = randomFaults(SEED);
    const faulty = await walk(proxy.address, "kanji", { script: clean.taps, fetch: forgetful });
    assert.notDeepEqual(faulty.taps, clean.taps);
    faulty.session.close();
  } finally {
    proxy.stop();
  }
});

for (const app of [...APPS, "market", "shop"]) {
  test(`${app}: what is shown before the response is what the server then shows`, async () => {
    let predictions = 0;
    const surprises = [];
    const check = ({ tap, shown, outcome, after }) => {
      if (!shown.isPredicted || outcome.kind !== "accepted") return;
      predictions += 1;
      const [guess, real] = [shown.state, after].map((state) => ({ ...placesOf(state), gestures: Object.keys(state.gestures).sort() }));
      if (JSON.stringify(guess) !== JSON.stringify(real)) surprises.push([tap, guess, real].map((each) => JSON.stringify(each)).join("\n"));
    };
    await walk(program.address, app, { check });
    assert.ok(predictions > 0);
    assert.equal(surprises.join("\n\n"), "", `${surprises.length} of ${predictions} predictions`);
  });
}
