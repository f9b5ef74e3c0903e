/** The calls of the inspector's part of the API. */

/** The path of a session. @param {string} id */
export function pathOf(id) {
  return `/v1/inspector/sessions/${encodeURIComponent(id)}`;
}

/**
 * Reads JSON.
 * @param {string} href @param {RequestInit} [options]
 * @throws {Error} With the problem's text.
 */
export async function read(href, options = {}) {
  const response = await fetch(href, { cache: "no-store", ...options, headers: { Accept: "application/json", ...options.headers } });
  const content = await response.json().catch(() => null);
  if (!response.ok) throw new Error(content?.detail ?? content?.title ?? `The server responded with ${response.status}.`);
  return content;
}

/** Starts a session that continues from a revision. @param {string} id @param {number} revision @param {"token"|"cookie"} credential */
export function fork(id, revision, credential) {
  const body = JSON.stringify({ revision, credential });
  return read(`${pathOf(id)}/forks`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** The map of an application, as an SVG element. @param {string} app @returns {Promise<Element>} */
export async function mapOf(app) {
  const response = await fetch(`/v1/apps/${encodeURIComponent(app)}/map?format=svg`, { headers: { Accept: "image/svg+xml" } });
  if (!response.ok) throw new Error("The map can’t be read.");
  return new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
}

/**
 * Follows the sessions, and one of them, until it is closed.
 * @param {object} query Parameters. A parameter without a value is left out.
 * @param {Record<string, (data: object) => void>} on Called with the data of events by their names, and `open` and `lost`.
 * @returns {() => void} Ends it.
 */
export function follow(query, { open, lost, ...on }) {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const source = new EventSource(`/v1/inspector/events?${parameters}`);
  source.addEventListener("open", open);
  source.addEventListener("error", () => lost(source.readyState === EventSource.CLOSED));
  // Newer inspectors have taken the place of this one, which must not come back by itself.
  source.addEventListener("end", ({ data }) => JSON.parse(data).reason === "replaced" && (source.close(), lost(true)));
  for (const [name, listener] of Object.entries(on)) source.addEventListener(name, ({ data }) => listener(JSON.parse(data)));
  return () => source.close();
}
