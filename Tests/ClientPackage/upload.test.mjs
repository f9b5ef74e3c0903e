// Files that a session uploads, with a server that loses requests, pieces and responses.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { json, problem, scriptedSession, stateOf } from "./scripted.mjs";

let open = null;
afterEach(() => open?.session.close());

const noContent = (offset) => new Response(null, { status: 204, headers: { "Upload-Offset": String(offset) } });

/**
 * A session with a server of the protocol tus. `lose` gets the number of the request with a piece, and returns what happens to it:
 * "request", "half" of the piece, or the "response".
 */
async function uploading({ lose = () => null, refuse } = {}) {
  const server = { bytes: new Uint8Array(), pieces: 0, begun: [], sizes: [] };
  const answer = async (request) => {
    const { method, href, headers, body } = request;
    if (href.endsWith("/v1/sessions")) return json({ ...stateOf(["k1"]), token: "t1" });
    if (!href.includes("/uploads")) return undefined;
    if (method === "POST") {
      server.begun.push(headers);
      return refuse ?? json({ id: "u1" }, { status: 201 });
    }
    if (method === "HEAD") return noContent(server.bytes.length);
    server.pieces += 1;
    const loss = lose(server.pieces);
    if (loss === "request") throw new TypeError("fetch failed");
    if (Number(headers["Upload-Offset"]) !== server.bytes.length) return problem(409, "upload-offset");
    const piece = new Uint8Array(await body.arrayBuffer());
    server.sizes.push(piece.length);
    const arrived = loss === "half" ? piece.slice(0, piece.length / 2) : piece;
    server.bytes = new Uint8Array([...server.bytes, ...arrived]);
    if (loss) throw new TypeError("fetch failed");
    return noContent(server.bytes.length);
  };
  open = scriptedSession(answer);
  await open.session.start();
  return server;
}

const content = Uint8Array.from({ length: 900_000 }, (_, index) => (index * 31) % 256);
const file = Object.assign(new Blob([content], { type: "image/png" }), { name: "Ä.png" });
const place = { screen: "k1", field: "photo" };

test("a file arrives in pieces that grow, and its reference is for the payload", async () => {
  const server = await uploading();
  const shares = [];
  const reference = await open.session.upload(file, place, { onProgress: (share) => shares.push(share) });
  assert.deepEqual(reference, { id: "u1" });
  assert.deepEqual(server.bytes, content);
  assert.deepEqual(server.sizes, [262_144, 524_288, 113_568]);
  assert.deepEqual(shares, [0, 262_144 / 900_000, 786_432 / 900_000, 1]);
  const [begun] = server.begun;
  assert.equal(begun["Upload-Length"], "900000");
  const metadata = Object.fromEntries(begun["Upload-Metadata"].split(",").map((pair) => pair.split(" ")));
  const texts = Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, "base64").toString()]);
  assert.deepEqual(Object.fromEntries(texts), { filename: "Ä.png", filetype: "image/png", screen: "k1", field: "photo" });
});

for (const loss of ["request", "half", "response"]) {
  test(`a lost ${loss} of a piece is made good, and nothing arrives twice`, async () => {
    const server = await uploading({ lose: (number) => (number === 2 ? loss : null) });
    await open.session.upload(file, place);
    assert.deepEqual(server.bytes, content);
  });
}

test("a file that the server refuses is a problem, and nothing of it is sent", async () => {
  const server = await uploading({ refuse: problem(413, "body-too-large") });
  await assert.rejects(open.session.upload(file, place), (failure) => failure.is("body-too-large"));
  assert.equal(server.pieces, 0);
});

test("an upload of which nothing arrives any more fails after six tries", async () => {
  const server = await uploading({ lose: (number) => (number > 1 ? "request" : null) });
  await assert.rejects(open.session.upload(file, place), { name: "ConnectionError" });
  assert.equal(server.pieces, 7);
  assert.equal(server.bytes.length, 262_144);
});

test("an empty file is complete at once", async () => {
  const server = await uploading();
  assert.deepEqual(await open.session.upload(new Blob([]), place), { id: "u1" });
  assert.equal(server.pieces, 0);
});

test("the caller ends an upload", async () => {
  const ending = new AbortController();
  const server = await uploading();
  const ended = open.session.upload(file, place, { signal: ending.signal, onProgress: (share) => share > 0 && ending.abort() });
  await assert.rejects(ended, { name: "AbortError" });
  assert.ok(server.bytes.length < content.length);
});
