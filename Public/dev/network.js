/** The part of the lost requests that the server has seen: only the response is lost. */
const RESPONSE_LOSS = 0.5;

/**
 * Stands between the client and the network: records the requests to the API, delays them, and loses some.
 *
 * It replaces the page's `fetch`, so the client needs no code for it.
 */
export class Network {
  /** The time that each request and each response is delayed, in milliseconds. */
  latency = 0;
  /** The part of the requests that is lost, 0 to 1. */
  loss = 0;
  /** The language in which new sessions are started, or null for the browser's. */
  language = null;
  /** The last request of the client, `{method, href, headers, body, status, etag, duration}`. */
  last = null;
  #fetch = globalThis.fetch;
  #onRequest;

  /** @param {() => void} onRequest Called after each response. */
  constructor(onRequest) {
    this.#onRequest = onRequest;
    globalThis.fetch = (input, options) => this.#perform(input, options);
  }

  /** Requests without the simulation, and without a record. */
  direct(href, options) {
    return this.#fetch.call(globalThis, href, options);
  }

  /** Records a request that was sent before this object was there. */
  record(request, response, duration) {
    const { status, headers } = response;
    this.last = { ...request, status, etag: headers.get("ETag"), duration };
    this.#onRequest();
  }

  async #perform(input, options = {}) {
    const href = String(input);
    if (!href.startsWith("/v1/")) return this.direct(input, options);
    const request = { method: options.method ?? "GET", href, headers: options.headers ?? {}, body: this.#body(href, options.body) };
    const isLost = Math.random() < this.loss;
    const isSeen = !isLost || Math.random() < RESPONSE_LOSS;
    const began = performance.now();
    await this.#delay(options.signal);
    if (!isSeen) throw new TypeError("The request was lost, as you asked.");
    const response = await this.direct(href, { ...options, body: request.body });
    await this.#delay(options.signal);
    // A developer wants to see the actions of the user, not the client's requests for a newer state.
    if (!href.endsWith("/events") && !("If-None-Match" in request.headers)) this.record(request, response, performance.now() - began);
    if (isLost) throw new TypeError("The response was lost, as you asked.");
    return href.endsWith("/events") && response.ok ? this.#delayed(response) : response;
  }

  /** A stream that delivers its events as late as responses come. */
  #delayed({ body, status, headers }) {
    const late = new TransformStream({
      transform: async (chunk, controller) => {
        await this.#delay();
        controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(late), { status, headers });
  }

  /** The body of a request, with the language that was chosen if it starts a session. */
  #body(href, body) {
    if (!this.language || href !== "/v1/sessions" || !body) return body;
    const content = JSON.parse(body);
    return JSON.stringify({ ...content, client: { ...content.client, locale: this.language } });
  }

  #delay(signal) {
    if (this.latency === 0) return undefined;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, this.latency);
      signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
    });
  }
}
