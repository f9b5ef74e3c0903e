// The taps that were not sent, or not answered, when the program ended.

import assert from "node:assert/strict";
import { test } from "node:test";
import { json, problem, scriptedSession, settled, stateOf } from "./scripted.mjs";
import { memoryStorage } from "../../Public/client/index.js";

const NAME = "usher.taps";

/** A session in a storage, with a network that is lost after the first state. */
async function withoutNetwork(storage, state = stateOf(["k1"])) {
  let isStarted = false;
  const open = scriptedSession(() => {
    if (isStarted) throw new TypeError("lost");
    isStarted = true;
    return json({ ...state, token: "t1" });
  }, { storage });
  await open.session.open();
  return open;
}

/** The next program with a storage, whose server shows a state and answers the taps. */
async function restarted(storage, answer, state = stateOf(["k1"])) {
  const open = scriptedSession((request) => (request.method === "POST" ? answer(request) : request.href.endsWith("/events") ? undefined : json(state)), { storage });
  const problems = [];
  open.session.on("problem", ({ problem }) => problems.push(problem.type));
  await open.session.open();
  await settled();
  return { ...open, problems, posts: open.requests.filter(({ method }) => method === "POST") };
}

const twoOutputs = () => {
  const state = stateOf(["k1"]);
  state.screens.k1.outputs.push({ name: "add", href: "/v1/sessions/a/screens/k1/outputs/add" });
  return state;
};

test("taps that were not sent are sent after a restart, in their order and with their keys", async () => {
  const storage = memoryStorage();
  const before = await withoutNetwork(storage, twoOutputs());
  before.session.report("k1", "go", { a: 1 });
  before.session.report("k1", "add", { b: 2 });
  await settled();
  before.session.close();
  const [, first] = before.requests.filter(({ method }) => method === "POST");
  let revision = 1;
  const { session, posts } = await restarted(storage, () => json(stateOf(["k1"], { revision: (revision += 1) })), twoOutputs());
  assert.deepEqual(posts.map(({ href, payload }) => [href.split("/").pop(), payload]), [["go", { a: 1 }], ["add", { b: 2 }]]);
  assert.deepEqual(posts[0], first, "the same request as before");
  assert.equal(new Set(posts.map(({ headers }) => headers["Idempotency-Key"])).size, 2);
  assert.equal(session.display.state.revision, 3);
  assert.equal(storage.getItem(NAME), null, "nothing is left");
  session.close();
});

test("a tap that was answered is not sent again", async () => {
  const storage = memoryStorage();
  const first = scriptedSession(({ href }) => (href.endsWith("/events") ? undefined : json({ ...stateOf(["k1"], { revision: href.endsWith("go") ? 2 : 1 }), token: "t1" })), { storage });
  await first.session.open();
  const tap = first.session.report("k1", "go");
  assert.notEqual(storage.getItem(NAME), null, "until there is a response");
  assert.deepEqual(await tap, { kind: "accepted" });
  assert.equal(storage.getItem(NAME), null);
  first.session.close();
  const { session, posts } = await restarted(storage, () => assert.fail());
  assert.deepEqual(posts, []);
  session.close();
});

test("a tap is sent for the screen as it is after the restart, with its key, as long as its control looks the same", async () => {
  const storage = memoryStorage();
  const before = await withoutNetwork(storage);
  before.session.report("k1", "go");
  await settled();
  before.session.close();
  const now = stateOf(["k1"], { revision: 5 });
  const { session, posts, problems } = await restarted(storage, ({ headers }) =>
    headers["If-Screen"] === "k1;revision=5" ? json(stateOf(["k1"], { revision: 6 })) : problem(412, "revision-mismatch", { state: now }), now);
  assert.deepEqual(posts.map(({ headers }) => [headers["If-Screen"], headers["Idempotency-Key"]]), [
    ["k1;revision=1", posts[0].headers["Idempotency-Key"]],
    ["k1;revision=5", posts[0].headers["Idempotency-Key"]],
  ]);
  assert.deepEqual(problems, []);
  assert.equal(session.display.state.revision, 6);
  session.close();
});

test("a tap on what has changed in the meantime is outdated, and is not tried again", async () => {
  const storage = memoryStorage();
  const before = await withoutNetwork(storage);
  before.session.report("k1", "go");
  await settled();
  before.session.close();
  const changed = stateOf(["k1"], { revision: 5 });
  changed.screens.k1 = { ...changed.screens.k1, view: [{ kind: "button", output: "go", label: "Pay €20" }] };
  const { session, posts, problems } = await restarted(storage, () => problem(412, "revision-mismatch", { state: changed }), changed);
  assert.deepEqual(posts.map(({ headers }) => headers["If-Screen"]), ["k1;revision=1"], "what the user saw");
  assert.deepEqual(problems, ["/problems/revision-mismatch"]);
  assert.equal(storage.getItem(NAME), null);
  session.close();
});

test("a value is shown after a restart until the server has it, and only the last one is sent", async () => {
  const storage = memoryStorage();
  const before = await withoutNetwork(storage);
  for (const value of [2, 3]) before.session.report("k1", "go", { value }, { origin: "stepper", value, pause: 300 });
  before.session.close();
  let answer;
  const { session, posts } = await restarted(storage, () => new Promise((resolve) => (answer = resolve)));
  assert.deepEqual(session.unconfirmed({ screen: "k1", origin: "stepper" })?.value, 3);
  assert.deepEqual(posts.map(({ payload }) => payload), [{ value: 3 }]);
  answer(json(stateOf(["k1"], { revision: 2 })));
  await settled();
  assert.equal(session.unconfirmed({ screen: "k1", origin: "stepper" }), undefined);
  session.close();
});

test("a gesture is sent again for the screen on which it was made", async () => {
  const storage = memoryStorage();
  const before = await withoutNetwork(storage, stateOf(["k1", "k2"]));
  before.session.back();
  await settled();
  before.session.close();
  const { session, posts } = await restarted(storage, () => json(stateOf(["k1"], { revision: 2 })), stateOf(["k1", "k2"]));
  assert.deepEqual(posts.map(({ href, headers }) => [href, headers["If-Screen"]]), [["/v1/sessions/a/back", "k2"]]);
  assert.deepEqual(session.display.state.stack, ["k1"]);
  session.close();
});

test("secrets, and the taps of another session or of an earlier user, are not sent", async () => {
  const storage = memoryStorage();
  const before = await withoutNetwork(storage);
  before.session.report("k1", "go", { password: "secret" }, { isSecret: true });
  await settled();
  assert.equal(storage.getItem(NAME), null, "a secret");
  before.session.close();
  storage.setItem(NAME, JSON.stringify({ session: "b", taps: [{ href: "/v1/sessions/b/screens/k1/outputs/go", key: "key-9", origin: "go" }] }));
  const { session, posts } = await restarted(storage, () => assert.fail());
  assert.deepEqual(posts, []);
  session.close();
});

test("a storage that throws loses the taps of a restart and nothing else", async () => {
  const full = { ...memoryStorage(), setItem() { throw new Error("full"); }, getItem: () => "no JSON" };
  const { session } = scriptedSession(({ href }) => (href.endsWith("/events") ? undefined : json(stateOf(["k1"]))), { storage: full });
  await session.start();
  assert.deepEqual(await session.report("k1", "go"), { kind: "accepted" });
  session.close();
});
