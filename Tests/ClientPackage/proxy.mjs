// A proxy between client and server with the faults of a network: it loses, doubles and delays requests and responses.

import { createServer, request as send } from "node:http";

/** Numbers from 0 to 1, the same for the same seed (Mulberry32). */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Faults at random: each kind happens to a share of the requests. */
export function randomFaults(seed, share = 0.1) {
  const random = randomFrom(seed);
  const happens = () => random() < share;
  return () => ({
    delay: happens() ? random() * 100 : 0,
    isRequestLost: happens(),
    isDoubled: happens(),
    isResponseLost: happens(),
    isResponseCut: happens(),
  });
}

/**
 * Starts a proxy.
 *
 * `faults` is asked for each request to the API and returns `{delay, isRequestLost, isDoubled, isResponseLost, isResponseCut}`, where
 * `delay` holds each way, in milliseconds. `seen` has the requests that came, and `forwarded` those that the server got.
 */
export async function startProxy(server) {
  const target = new URL(server);
  const proxy = { address: "", faults: () => ({}), seen: [], forwarded: 0, stop: null };

  function forward({ method, url, headers, body }) {
    proxy.forwarded += 1;
    return new Promise((resolve, reject) => {
      const options = { method, path: url, headers: { ...headers, host: target.host }, hostname: target.hostname, port: target.port, agent: false };
      send(options, resolve).on("error", reject).end(body);
    });
  }

  async function whole(response) {
    const parts = [];
    for await (const part of response) parts.push(part);
    return Buffer.concat(parts);
  }

  async function exchange(message, outgoing) {
    const { delay = 0, isRequestLost, isDoubled, isResponseLost, isResponseCut } = proxy.faults(message) ?? {};
    await pause(delay);
    if (isRequestLost) return outgoing.destroy();
    if (message.url.endsWith("/events")) {
      const incoming = await forward(message);
      outgoing.writeHead(incoming.statusCode, incoming.headers);
      outgoing.flushHeaders();
      outgoing.on("close", () => incoming.destroy());
      for await (const part of incoming) {
        await pause(delay);
        outgoing.write(part);
      }
      return outgoing.end();
    }
    const copies = isDoubled ? [forward(message), forward(message)] : [forward(message)];
    const responses = await Promise.all(copies.map(async (copy) => {
      const response = await copy;
      return { response, content: await whole(response) };
    }));
    const { response, content } = responses.at(-1);
    await pause(delay);
    if (isResponseLost) return outgoing.destroy();
    const { "transfer-encoding": encoding, ...headers } = response.headers;
    outgoing.writeHead(response.statusCode, { ...headers, ...(content.length > 0 && { "content-length": content.length }) });
    if (!isResponseCut || content.length < 2) return outgoing.end(content);
    outgoing.write(content.subarray(0, content.length / 2));
    return setTimeout(() => outgoing.destroy(), 5);
  }

  const listener = createServer(async (incoming, outgoing) => {
    const message = { method: incoming.method, url: incoming.url, headers: incoming.headers, body: await whole(incoming) };
    proxy.seen.push(message);
    exchange(message, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  proxy.address = `http://127.0.0.1:${listener.address().port}`;
  proxy.stop = () => {
    listener.closeAllConnections();
    listener.close();
  };
  return proxy;
}

function pause(milliseconds) {
  return milliseconds ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : undefined;
}
