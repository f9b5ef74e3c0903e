// How a session begins, is followed, and ends, with a server that each test writes.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { memoryStorage, Problem, Session } from "../../Public/client/index.js";
import { json, problem, scriptedSession, settled, stateOf } from "./scripted.mjs";

let open = null;
afterEach(() => open?.session.close());

function scripted(answer, options) {
  open = scriptedSession(answer, options);
  return open;
}

/** An event stream of the events that are put into it. */
function eventStream() {
  let controller;
  const body = new ReadableStream({ start: (each) => (controller = each) });
  const put = (text) => controller.enqueue(new TextEncoder().encode(text));
  return {
    response: new Response(body, { headers: { "Content-Type": "text/event-stream" } }),
    put: (name, data) => put(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => controller.close(),
  };
}

test("a session is started with its launch and the client's description, and its token is in no state", async () => {
  const { session, requests } = scripted(({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined), {
    client: { platform: "web", version: "2.1", locale: "de" },
  });
  await session.start({ link: "usher://test/k1", input: { iban: "DE1" }, identity: "jwt", embedded: true });
  assert.deepEqual(requests[0].payload, {
    app: "test", link: "usher://test/k1", input: { iban: "DE1" }, identity: "jwt", embedded: true,
    client: { platform: "web", version: "2.1", locale: "de" }, credential: "token",
  });
  assert.equal(requests[0].headers.Authorization, undefined);
  assert.equal("token" in session.display.state, false);
  session.refresh();
  assert.equal(requests.at(-1).headers.Authorization, "Bearer t1");
});

test("the address of the server may end with a slash, and without a page it has to be named", async () => {
  const { session, requests } = scripted(({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined), { server: "https://shop.example/" });
  await session.open();
  assert.equal(requests[0].href, "https://shop.example/v1/sessions");
  assert.throws(() => new Session({ app: "test" }), TypeError);
});

test("a request to an address below the session's has the credential, and its payload with any method", async () => {
  const { session, requests } = scripted(({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : new Response(null, { status: 204 })));
  await session.open();
  const response = await session.request("PUT", "/notifications", { platform: "ios", token: "740f" });
  assert.equal(response.status, 204);
  const put = requests.find(({ method }) => method === "PUT");
  assert.deepEqual([put.href, put.payload, put.headers.Authorization], ["/v1/sessions/a/notifications", { platform: "ios", token: "740f" }, "Bearer t1"]);
  assert.equal(put.headers["Content-Type"], "application/json");
  assert.equal(put.headers["Idempotency-Key"], undefined);
  await session.request("DELETE", "/notifications");
  const removal = requests.find(({ method }) => method === "DELETE");
  assert.deepEqual([removal.payload, removal.headers["Content-Type"]], [undefined, undefined]);
});

test("a stored session is continued with its token by another object, and forgotten at its end", async () => {
  const storage = memoryStorage();
  const answer = ({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : json(stateOf(["k1"], { revision: 4 })));
  const first = scripted(answer, { storage });
  await first.session.open();
  first.session.close();
  const second = scripted((request) => (request.method === "DELETE" ? new Response(null, { status: 204 }) : answer(request)), { storage });
  await second.session.open();
  assert.equal(second.session.display.state.revision, 4);
  const { method, href, headers } = second.requests[0];
  assert.deepEqual([method, href, headers.Authorization], ["GET", "/v1/sessions/a", "Bearer t1"]);
  await second.session.end();
  assert.equal(storage.getItem("usher.session"), null);
});

test("a session of another application is not continued", async () => {
  const storage = memoryStorage();
  storage.setItem("usher.session", JSON.stringify({ id: "b", app: "other", token: "t" }));
  const { session, requests } = scripted(({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined), { storage });
  await session.open();
  assert.equal(requests[0].method, "POST");
});

test("a renewed token is stored before the state is used, and later requests have it", async () => {
  const storage = memoryStorage();
  let count = 0;
  const { session, requests } = scripted(({ method }) => {
    if (method === "GET") return undefined;
    count += 1;
    return json({ ...stateOf(["k1"], { revision: count }), token: `t${count}` });
  }, { storage });
  const others = [];
  await session.open();
  session.on("otherUser", () => others.push("other user"));
  let stored = null;
  session.on("state", () => (stored = JSON.parse(storage.getItem("usher.session")).token));
  await session.report("k1", "go", "password", { isSecret: true });
  assert.equal(stored, "t2");
  assert.deepEqual(others, [], "a secret renews the token for the same user");
  await session.report("k1", "go");
  assert.equal(requests.filter(({ method }) => method === "POST").at(-1).headers.Authorization, "Bearer t2");
  assert.deepEqual(others, ["other user"]);
});

test("401 credential-replaced waits for the response with the new token, and asks again with it", async () => {
  const answers = [];
  let reads = 0;
  const { session, clock, requests } = scripted(({ method, href, headers }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    if (method === "POST") return new Promise((resolve) => answers.push(resolve));
    if (href.endsWith("/credentials")) {
      reads += 1;
      return headers.Authorization === "Bearer t2" ? json({ credentials: [{ id: "d1" }] }) : problem(401, "credential-replaced");
    }
    return undefined;
  });
  await session.open();
  const tap = session.report("k1", "go", "password", { isSecret: true });
  await settled();
  const devices = session.devices();
  await settled();
  answers[0](json({ ...stateOf(["k1"], { revision: 2 }), token: "t2" }));
  await tap;
  await settled();
  await clock.advance(2_000);
  assert.deepEqual(await devices, [{ id: "d1" }]);
  assert.ok(reads > 1);
  assert.equal(session.display.phase, "open");
  assert.ok(requests.length > 0);
});

test("an expired session goes on by the request of the problem, and its drafts move along", async () => {
  const resume = { method: "POST", href: "/v1/sessions", body: { app: "test", resume: "a" } };
  const { session, requests } = scripted(({ method, href, payload }) => {
    if (payload?.resume) return json({ ...stateOf(["k1"], { id: "b" }), token: "t2" });
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    return method === "POST" ? problem(410, "session-expired", { resume }) : undefined;
  });
  await session.open();
  session.drafts.set("k1 form", "k1", "form", { title: "Lamp" });
  const outcome = await session.report("k1", "go");
  assert.equal(outcome.kind, "gone");
  assert.equal(session.display.phase, "expired");
  assert.ok(session.display.problem.isResumable);
  assert.equal(session.display.state.id, "a", "the last state stays");
  await session.resume();
  assert.equal(requests.at(-1).headers.Authorization, "Bearer t1", "the credential of the expired session");
  assert.deepEqual([session.display.phase, session.display.state.id], ["open", "b"]);
  assert.deepEqual(session.drafts.values("k1 other form", "k1", "form"), { title: "Lamp" });
});

test("without access the session is gone, its token is forgotten, and another one can be started", async () => {
  const storage = memoryStorage();
  const { session } = scripted(({ href, method }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    return method === "POST" ? problem(401, "unauthorized") : undefined;
  }, { storage });
  await session.open();
  const losses = [];
  session.on("loss", (problem) => losses.push(problem.type));
  assert.equal((await session.report("k1", "go")).kind, "gone");
  assert.equal(session.display.phase, "gone");
  assert.deepEqual(losses, ["/problems/unauthorized"]);
  assert.equal(storage.getItem("usher.session"), null);
  await session.start();
  assert.equal(session.display.phase, "open");
});

test("open tells by the phase that the stored session has expired", async () => {
  const storage = memoryStorage();
  storage.setItem("usher.session", JSON.stringify({ id: "a", app: "test", token: "t" }));
  const { session } = scripted(() => problem(410, "session-expired"), { storage });
  await session.open();
  assert.equal(session.display.phase, "expired");
  assert.equal(session.display.state, null);
});

test("a start that is refused throws the problem", async () => {
  const { session } = scripted(() => problem(422, "unknown-link", { detail: "There is no such place." }));
  await assert.rejects(session.start({ link: "usher://test/none" }), (failure) => {
    assert.ok(failure instanceof Problem);
    assert.ok(failure.is("unknown-link"));
    assert.equal(failure.message, "There is no such place.");
    return true;
  });
  assert.equal(session.display.phase, "opening");
});

test("resuming a session that has not expired throws, and so does joining after the end", async () => {
  const { session } = scripted(({ href }) => (href === "/v1/sessions" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined));
  await session.open();
  await assert.rejects(session.resume(), { type: "client:not-open" });
  session.close();
  await assert.rejects(session.join("code"), { type: "client:closed" });
});

test("the stream brings the states that others cause, whole or as patches, and a comment is no state", async () => {
  const stream = eventStream();
  const { session } = scripted(({ href }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    return href.endsWith("/events") ? stream.response : undefined;
  });
  await session.open();
  const states = [];
  session.on("state", ({ state, cause }) => states.push([state.revision, cause]));
  await settled();
  stream.put("state", stateOf(["k1"], { revision: 3 }));
  stream.put("patch", { from: 3, patch: [{ op: "replace", path: "/revision", value: 4 }, { op: "add", path: "/link", value: "usher://test/k1" }] });
  stream.put("news", { of: "a later version" });
  await settled();
  assert.deepEqual(states, [[3, undefined], [4, undefined]]);
  assert.equal(session.display.state.link, "usher://test/k1");
});

test("a late response does not replace a newer state", async () => {
  const stream = eventStream();
  let answer = null;
  const { session } = scripted(({ href }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    return href.endsWith("/events") ? stream.response : new Promise((resolve) => (answer = resolve));
  });
  await session.open();
  await settled();
  const tap = session.report("k1", "go");
  await settled();
  stream.put("state", stateOf(["k1", "k2"], { revision: 9 }));
  await settled();
  answer(json(stateOf(["k1"], { revision: 2 })));
  await tap;
  assert.equal(session.display.state.revision, 9);
});

test("without streams the session is followed by reads that wait", async () => {
  let revision = 1;
  const { session, requests } = scripted(({ href, headers }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    assert.match(headers.Prefer, /wait=25/);
    if (revision === 3) return undefined;
    revision += 1;
    return json(stateOf(["k1"], { revision }));
  }, { eventSource: null });
  await session.open();
  await settled();
  assert.equal(session.display.state.revision, 3);
  assert.equal(requests.at(-1).headers["If-None-Match"], '"3"');
});

test("a stream that is refused is replaced by a read that waits", async () => {
  const { session, requests } = scripted(({ href, headers }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    if (href.endsWith("/events")) return problem(403, "forbidden");
    return headers.Prefer?.includes("wait=25") && headers["If-None-Match"] === '"1"' ? json(stateOf(["k1"], { revision: 2 })) : undefined;
  });
  await session.open();
  await settled();
  assert.equal(session.display.state.revision, 2);
  assert.ok(requests.length > 1);
});

test("an event source of the caller's own gets the address and the credential", async () => {
  let asked = null;
  async function* eventSource(request) {
    asked = request;
    yield { name: "state", data: JSON.stringify(stateOf(["k1"], { revision: 7 })) };
    await new Promise(() => {});
  }
  const { session } = scripted(({ href }) => (href === "/v1/sessions" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined), { eventSource });
  await session.open();
  await settled();
  assert.equal(session.display.state.revision, 7);
  assert.deepEqual([asked.href, asked.headers.Authorization, asked.headers["Last-Event-ID"]], ["/v1/sessions/a/events", "Bearer t1", "1"]);
});

test("a client that nobody sees has no stream, and gets one when it is visible again", async () => {
  const listeners = [];
  const presence = { isVisible: true, hasFocus: true, subscribe: (each) => (listeners.push(each), () => {}) };
  const becomes = (isVisible) => {
    presence.isVisible = isVisible;
    for (const listener of listeners) listener("visibility");
    return settled();
  };
  const signals = [];
  async function* eventSource({ signal }) {
    signals.push(signal);
    await new Promise((resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  }
  const { session } = scripted(({ href }) => (href === "/v1/sessions" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined), { eventSource, presence });
  await session.open();
  await settled();
  await becomes(false);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true]);
  await becomes(true);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, false]);
});

test("without the right to a stream the client looks for a newer state now and then", async () => {
  let reads = 0;
  const streamRight = { acquire: async () => false, release() {} };
  const { session, clock } = scripted(({ href }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    assert.ok(!href.endsWith("/events"));
    reads += 1;
    return new Response(null, { status: 304 });
  }, { streamRight });
  await session.open();
  await settled();
  assert.equal(reads, 1);
  await clock.advance(500);
  await clock.advance(1_000);
  assert.equal(reads, 3);
});

test("the result of a flow is there when the session has ended, and later starts are sessions of their own", async () => {
  const stream = eventStream();
  const { session } = scripted(({ href }) => {
    if (href === "/v1/sessions") return json({ ...stateOf(["k1"]), token: "t1" });
    return href.endsWith("/events") ? stream.response : undefined;
  });
  await session.start({ embedded: true });
  const result = session.result();
  await settled();
  stream.put("state", stateOf(["k1"], { revision: 2, status: "ended", result: { amount: 5 } }));
  assert.deepEqual(await result, { amount: 5 });
  assert.equal(session.display.phase, "ended");
  assert.equal((await session.report("k1", "go")).kind, "outdated");
});

test("a first request that was sent early is used if it asks for the same, and repeated with its key if it was lost", async () => {
  const payload = { app: "test", client: {}, credential: "token" };
  const early = {
    request: { method: "POST", href: "/v1/sessions", headers: { "Idempotency-Key": '"early"' }, body: JSON.stringify(payload) },
    response: Promise.reject(Object.assign(new Error("lost"), { name: "ConnectionError" })),
  };
  early.response.catch(() => {});
  const { session, clock, requests } = scripted(({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined), { early });
  const opening = session.open();
  await settled();
  await clock.advance(1_000);
  await opening;
  assert.deepEqual(requests.map(({ headers }) => headers["Idempotency-Key"]).slice(0, 1), ['"early"']);
});

test("with a cookie there is no token, and nothing of the session is stored", async () => {
  const storage = memoryStorage();
  const { session, requests } = scripted(({ method }) => (method === "POST" ? json(stateOf(["k1"])) : undefined), { credential: "cookie", storage });
  await session.open();
  assert.equal(requests[0].payload.credential, "cookie");
  assert.equal(storage.getItem("usher.session"), null);
});

test("rows are read page by page, only from this server, and again when their version changes", async () => {
  const pages = {
    "/v1/sessions/a/screens/k1/rows/stations": { rows: [{ key: "s1" }], next: "https://evil.example/v1/sessions/a/screens/k1/rows/stations?after=1" },
    "/v1/sessions/a/screens/k1/rows/stations?after=1": { rows: [{ key: "s2" }] },
  };
  const { session, requests } = scripted(({ method, href }) => {
    if (method === "POST") return json({ ...stateOf(["k1"]), token: "t1" });
    return pages[href] && json(pages[href]);
  });
  await session.open();
  const source = { name: "stations", version: "1" };
  session.rows.list("k1", source);
  await settled();
  session.rows.loadMore(session.rows.list("k1", source));
  await settled();
  const { rows, next, status } = session.rows.list("k1", source);
  assert.deepEqual([rows.map(({ key }) => key), next, status], [["s1", "s2"], null, "idle"]);
  const reads = () => requests.filter(({ href }) => href.includes("/rows/")).length;
  assert.equal(reads(), 2);
  session.rows.list("k1", { name: "stations", version: "2" });
  await settled();
  assert.equal(reads(), 3);
});

test("a display is the same object until something changes, as libraries that subscribe expect", async () => {
  const { session } = scripted(({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined));
  const displays = [];
  const stop = session.subscribe(() => displays.push(session.display));
  await session.open();
  assert.equal(session.display, session.display);
  assert.ok(Object.isFrozen(session.display));
  assert.equal(displays.at(-1), session.display);
  stop();
  const before = displays.length;
  session.close();
  assert.equal(displays.length, before);
});

test("an error of a listener goes to onError, and prevents neither the change nor the other listeners", async () => {
  const errors = [];
  const { session } = scripted(({ method }) => (method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined), { onError: (each) => errors.push(each.message) });
  let last = null;
  session.on("state", () => { throw new Error("mistake"); });
  session.on("state", ({ state }) => (last = state));
  await session.open();
  assert.deepEqual([errors, last.revision, session.display.phase], [["mistake"], 1, "open"]);
});

test("the server's time is that of its responses", async () => {
  const { session, clock } = scripted(({ method }) =>
    method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }, { headers: { Date: "Sat, 21 Nov 2026 10:00:00 GMT" } }) : undefined);
  await session.open();
  assert.equal(session.serverTime, Date.parse("2026-11-21T10:00:00Z"));
  assert.ok(clock.now() < session.serverTime);
});

test("while an effect runs, an output that the screen still lists is sent at once", async () => {
  const stop = { name: "stop", href: "/v1/sessions/a/screens/k1/outputs/stop" };
  const state = stateOf(["k1"], { revision: 2, status: "busy", busy: { effect: "pay", since: "2026-11-21T09:00:00Z" } });
  const busy = { ...state, screens: { k1: { ...state.screens.k1, outputs: [stop] } } };
  let stopped;
  const next = new Promise((resolve) => (stopped = () => resolve(json(stateOf(["k1"], { revision: 3 })))));
  const { session, requests } = scripted(({ method, href }) => {
    if (href.endsWith("/stop")) stopped();
    if (href.endsWith("/stop")) return json(stateOf(["k1"], { revision: 3 }));
    if (href.endsWith("/go")) return json(busy);
    if (method === "GET" && !href.endsWith("/events")) return next;
    return method === "POST" ? json({ ...stateOf(["k1"]), token: "t1" }) : undefined;
  });
  await session.open();
  const pays = session.report("k1", "go");
  await settled();
  assert.equal(session.display.state.status, "busy");
  const stops = session.report("k1", "stop");
  await settled();
  assert.equal(requests.filter(({ href }) => href.endsWith("/stop")).length, 1);
  assert.deepEqual([await stops, await pays], [{ kind: "accepted" }, { kind: "accepted" }]);
  assert.equal(session.display.state.revision, 3);
});
