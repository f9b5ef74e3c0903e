// What a tap can rely on, with a server that each test writes.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { json, problem, scriptedSession, settled, stack, stateOf } from "./scripted.mjs";

let open = null;
afterEach(() => open?.session.close());

/** A session that shows a state, and whose later requests `answer` responds to. */
async function showing(state, answer = () => undefined, options) {
  let isStarted = false;
  open = scriptedSession((request, count) => {
    if (isStarted) return answer(request, count);
    isStarted = true;
    return json({ ...state, token: "t1" });
  }, options);
  await open.session.open();
  return open;
}

const places = ({ stack }) => stack.join(" ");

test("a tap whose response is lost is sent again, unchanged and with the same key", async () => {
  const { session, clock, requests } = await showing(stateOf(["k1"]), ({ method }, count) => {
    if (method === "GET") return undefined;
    if (count < 4) throw new TypeError("lost");
    return json(stateOf(["k1", "k2"], { revision: 2 }));
  });
  const tap = session.report("k1", "go", { a: 1 });
  await settled();
  assert.equal(session.display.connection, "reconnecting");
  assert.deepEqual(session.display.pending, { screen: "k1", origin: "go", sending: true });
  await clock.advance(1_000);
  await clock.advance(2_000);
  assert.deepEqual(await tap, { kind: "accepted" });
  assert.equal(session.display.connection, "online");
  assert.equal(places(session.display.state), "k1 k2");
  const [, ...tries] = requests.filter(({ method }) => method === "POST");
  assert.equal(tries.length, 3);
  for (const each of tries) assert.deepEqual(each, tries[0]);
});

test("after many lost tries the connection is unreachable, and retry ends the pause at once", async () => {
  let isThere = false;
  const { session, clock } = await showing(stateOf(["k1"]), () => {
    if (!isThere) throw new TypeError("lost");
    return json(stateOf(["k1"], { revision: 2 }));
  });
  const tap = session.report("k1", "go");
  for (let tries = 0; tries < 6; tries += 1) await clock.advance(12_000);
  assert.equal(session.display.connection, "unreachable");
  isThere = true;
  session.retry();
  assert.deepEqual(await tap, { kind: "accepted" });
});

test("a tap is sent again for the next revision with its key, as long as its control looks the same", async () => {
  let revision = 1;
  const { session, requests } = await showing(stateOf(["k1"]), ({ method, headers }) => {
    if (method === "GET") return undefined;
    revision += 1;
    if (revision < 4) return problem(412, "revision-mismatch", { state: stateOf(["k1"], { revision }) });
    return json(stateOf(["k1"], { revision }));
  });
  assert.deepEqual(await session.report("k1", "go"), { kind: "accepted" });
  const [, ...tries] = requests.filter(({ method }) => method === "POST");
  assert.deepEqual(tries.map(({ headers }) => headers["If-Screen"]), ["k1;revision=1", "k1;revision=2", "k1;revision=3"]);
  assert.equal(new Set(tries.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
});

test("a tap on a control that looks different by now is outdated, and the new state is shown", async () => {
  const changed = stateOf(["k1"], { revision: 2 });
  changed.screens.k1 = { ...changed.screens.k1, view: [{ kind: "button", output: "go", label: "Pay €20" }] };
  const { session, requests } = await showing(stateOf(["k1"]), ({ method }) =>
    method === "POST" ? problem(412, "revision-mismatch", { state: changed }) : undefined);
  const problems = [];
  session.on("problem", ({ problem }) => problems.push(problem.type));
  const outcome = await session.report("k1", "go");
  assert.equal(outcome.kind, "outdated");
  assert.ok(outcome.problem.is("revision-mismatch"));
  assert.equal(session.display.state.revision, 2);
  assert.deepEqual(problems, ["/problems/revision-mismatch"]);
  assert.equal(requests.filter(({ href }) => href.endsWith("/go")).length, 1);
});

test("taps are sent one at a time in their order, and a second press on a control is ignored", async () => {
  const answers = [];
  const { session, requests } = await showing(stateOf(["k1"]), ({ method }) =>
    method === "POST" ? new Promise((resolve) => answers.push(resolve)) : undefined);
  const taps = [session.report("k1", "go", 1, { origin: "one" }), session.report("k1", "go", 1, { origin: "one" }), session.report("k1", "go", 2, { origin: "two" })];
  await settled();
  assert.equal(answers.length, 1);
  answers[0](json(stateOf(["k1"], { revision: 2 })));
  await settled();
  assert.equal(answers.length, 2);
  answers[1](json(stateOf(["k1"], { revision: 3 })));
  assert.deepEqual((await Promise.all(taps)).map(({ kind }) => kind), ["accepted", "ignored", "accepted"]);
  assert.deepEqual(requests.filter(({ method }) => method === "POST").slice(1).map(({ payload }) => payload), [1, 2]);
});

test("of several values of a control only the last one is sent, after the pause", async () => {
  const { session, clock, requests } = await showing(stateOf(["k1"]), ({ method }) =>
    method === "POST" ? json(stateOf(["k1"], { revision: 2 })) : undefined);
  const set = (value) => session.report("k1", "go", value, { origin: "stepper", value, pause: 350 });
  set(1);
  set(2);
  const last = set(3);
  assert.deepEqual(session.unconfirmed({ screen: "k1", origin: "stepper" }).value, 3);
  await clock.advance(349);
  assert.equal(requests.length, 1);
  await clock.advance(1);
  assert.deepEqual(await last, { kind: "accepted" });
  assert.deepEqual(requests.filter(({ method }) => method === "POST").slice(1).map(({ payload }) => payload), [3]);
  assert.equal(session.unconfirmed({ screen: "k1", origin: "stepper" }), undefined);
});

test("a payload that was rejected is refused with its errors, and nothing has changed", async () => {
  const errors = [{ pointer: "/code", code: "pattern", detail: "Check the code." }];
  const { session } = await showing(stateOf(["k1"]), ({ method }) =>
    method === "POST" ? problem(422, "invalid-payload", { errors }) : undefined);
  const outcome = await session.report("k1", "go", { code: "x" });
  assert.equal(outcome.kind, "refused");
  assert.ok(outcome.problem.is("invalid-payload"));
  assert.deepEqual(outcome.problem.errors, errors);
  assert.equal(session.display.state.revision, 1);
});

test("a message that asks something of the user makes the outcome rejected", async () => {
  const wrong = stateOf(["k1"], { revision: 2 });
  wrong.screens.k1.messages = [{ code: "code.wrong", level: "error", text: "Wrong code" }];
  const { session } = await showing(stateOf(["k1"]), ({ method }) => (method === "POST" ? json(wrong) : undefined));
  assert.deepEqual(await session.report("k1", "go"), { kind: "rejected", messages: wrong.screens.k1.messages });
});

test("a gesture with a known result is shown at once, and the response takes its place", async () => {
  let answer = null;
  const { session, requests } = await showing(stateOf(["k1", "k2"]), ({ method }) =>
    method === "POST" ? new Promise((resolve) => (answer = resolve)) : undefined);
  const tap = session.back();
  assert.equal(places(session.display.state), "k1");
  assert.ok(session.display.isPredicted);
  await settled();
  assert.equal(requests.at(-1).headers["If-Screen"], "k2");
  answer(json(stateOf(["k1"], { revision: 2 })));
  assert.deepEqual(await tap, { kind: "accepted" });
  assert.equal(session.display.isPredicted, false);
  assert.equal(session.display.state.revision, 2);
});

test("a tab that was visited is shown at once, one that never was waits, and the selected one goes to its first screen", async () => {
  const tab = (key, keys) => ({ key, name: key, ...(keys && { state: stack(keys, `${key}s`) }) });
  const navigation = { type: "tabs", key: "n", index: 0, routes: [tab("t1", ["k1", "k2"]), tab("t2", ["k3"]), tab("t3")] };
  const state = { ...stateOf(["k1", "k2", "k3"]), stack: ["k1", "k2"], focus: "k2", navigation };
  const { session } = await showing(state);
  session.selectTab("t3");
  assert.equal(session.display.isPredicted, false);
  session.selectTab("t2");
  assert.deepEqual([session.display.state.focus, session.display.state.navigation.index], ["k3", 1]);
  const { session: other } = await showing(state);
  other.selectTab("t1");
  assert.equal(places(other.display.state), "k1");
});

test("a modal that may be dismissed is closed at once, and no tab below it is selected before", async () => {
  const modal = { key: "m1", presentation: "sheet", dismissible: true, state: stack(["k2"], "s2") };
  const tabs = ["t1", "t2"].map((key, index) => ({ key, name: key, state: stack([`k${index ? 3 : 1}`], `${key}s`) }));
  const navigation = { type: "tabs", key: "n", index: 0, routes: tabs };
  const state = { ...stateOf(["k1", "k3", "k2"]), stack: ["k2"], focus: "k2", navigation, modals: [modal], gestures: { dismiss: "/v1/sessions/a/dismiss" } };
  const { session } = await showing(state);
  session.selectTab("t2");
  assert.equal(session.display.isPredicted, false);
  session.dismiss();
  assert.deepEqual([session.display.state.modals, session.display.state.focus, Object.keys(session.display.state.screens)], [[], "k1", ["k1", "k3"]]);
});

test("a prediction is taken back if another device has gone on meanwhile", async () => {
  const { session } = await showing(stateOf(["k1", "k2"]), ({ method }) =>
    method === "POST" ? problem(412, "revision-mismatch", { state: stateOf(["k1", "k2", "k3"], { revision: 5 }) }) : undefined);
  const tap = session.back();
  assert.equal(places(session.display.state), "k1");
  assert.equal((await tap).kind, "outdated");
  assert.equal(places(session.display.state), "k1 k2 k3");
});

test("a report on a predicted screen is sent behind the gesture", async () => {
  const first = stateOf(["k1"]);
  const { session, requests } = await showing(first, ({ method, href }) => {
    if (method === "GET") return undefined;
    if (href.endsWith("go") && requests.length === 2) return json(stateOf(["k1", "k2"], { revision: 2 }));
    if (href.endsWith("back")) return json(stateOf(["k1"], { revision: 3 }));
    return json(stateOf(["k1", "k4"], { revision: 4 }));
  });
  await session.report("k1", "go");
  const back = session.back();
  const report = session.report("k1", "go");
  assert.equal(session.display.state.screens.k1.outputs.length, 1, "the outputs that the screen had when it was in front");
  assert.deepEqual([(await back).kind, (await report).kind], ["accepted", "accepted"]);
  assert.equal(places(session.display.state), "k1 k4");
});

test("a second back that would leave a screen that the user has not seen is outdated", async () => {
  let isFirst = true;
  // The way back skips the screen that was passed.
  const { session, requests } = await showing(stateOf(["k0", "k1", "k2", "k3"]), ({ method }) => {
    if (method === "GET") return undefined;
    assert.ok(isFirst);
    isFirst = false;
    return json(stateOf(["k0", "k1"], { revision: 2 }));
  });
  const [one, other] = await Promise.all([session.back(), session.back()]);
  assert.deepEqual([one.kind, other.kind], ["accepted", "outdated"]);
  assert.equal(places(session.display.state), "k0 k1");
  assert.equal(requests.filter(({ href }) => href.endsWith("/back")).length, 1);
});

test("the user is asked before a gesture that discards, and nothing is shown or sent before", async () => {
  const question = { title: "Discard?", gestures: ["back"] };
  const state = stateOf(["k1", "k2"], { gestures: { back: "/v1/sessions/a/back", confirm: question } });
  const { session, requests } = await showing(state, ({ method }) => (method === "POST" ? json(stateOf(["k1"], { revision: 2 })) : undefined));
  const asked = session.back();
  assert.equal(session.display.isPredicted, false);
  assert.deepEqual(await asked, { kind: "unconfirmed", question });
  assert.equal(requests.length, 1);
  assert.deepEqual(await session.back({ isConfirmed: true }), { kind: "accepted" });
});

test("a gesture that the state does not list is ignored", async () => {
  const { session, requests } = await showing(stateOf(["k1"]));
  assert.deepEqual([await session.back(), await session.dismiss()], [{ kind: "ignored" }, { kind: "ignored" }]);
  assert.equal(requests.length, 1);
});

test("predictions can be turned off", async () => {
  const { session } = await showing(stateOf(["k1", "k2"]), () => undefined, { predicts: false });
  session.back();
  assert.equal(places(session.display.state), "k1 k2");
});

test("a tap without a response is gone when the session is closed", async () => {
  const { session } = await showing(stateOf(["k1"]));
  const taps = [session.report("k1", "go"), session.report("k1", "go", 2, { origin: "other" })];
  await settled();
  session.close();
  assert.deepEqual((await Promise.all(taps)).map(({ kind }) => kind), ["gone", "gone"]);
  assert.equal(session.display.phase, "closed");
});

test("a mistake in the client's own code is refused with its cause, and never shown as a lost connection", async () => {
  const { session } = await showing(stateOf(["k1"]), () => undefined);
  const cyclic = {};
  cyclic.self = cyclic;
  const outcome = await session.report("k1", "go", cyclic);
  assert.equal(outcome.kind, "refused");
  assert.equal(outcome.problem.type, "client:failed");
  assert.ok(outcome.problem.cause instanceof TypeError);
  assert.equal(session.display.connection, "online");
});
