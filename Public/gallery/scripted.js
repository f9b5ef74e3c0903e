/**
 * A session in the gallery has no server, but one state that no action changes.
 */

const OUTPUTS = {
  press: undefined, choose: {}, save: { type: "object", properties: { name: { type: "string", maxLength: 20 }, mail: { type: "string" } }, required: ["name"] },
  code: { type: "string", pattern: "^[0-9]{6}$" }, count: { type: "integer" }, switch: { type: "boolean" }, find: { type: "string" },
  send: { type: "object", properties: { photo: { type: "object" }, papers: { type: "array" } }, required: ["photo"] },
};

/** The state of a session with one screen. @param {{title: string, view: object[]|null, messages?: object[], direction: string}} screen */
function stateOf({ title, view, messages = [], direction }) {
  const outputs = Object.entries(OUTPUTS).map(([name, schema]) => ({ name, href: `/v1/sessions/s/screens/k2/outputs/${name}`, ...(schema && { schema }) }));
  const screen = {
    name: "specimen", title, messages, outputs: view ? outputs : outputs.slice(2, 3), ...(view ? { view } : {}),
    props: { name: "Ann", isMember: true, orders: [1, 2] },
  };
  return {
    id: "s", app: "gallery", token: "none", revision: 1, status: "active", direction, stack: ["k2"], focus: "k2", modals: [], screens: { k2: screen }, gestures: {},
    navigation: { type: "stack", key: "k1", index: 0, routes: [{ key: "k2", name: "specimen" }] },
  };
}

/**
 * Options of a view that shows a screen. Its actions have no response, so a control that is pressed stays at work. Files that the user
 * chooses arrive, in pieces.
 */
export function scripted(screen) {
  const state = stateOf(screen);
  const nothing = new Map();
  return {
    storage: { getItem: (name) => nothing.get(name) ?? null, setItem() {}, removeItem() {} },
    fetch: (href, { method, headers, body, signal }) => {
      const isLaunch = method === "POST" && href.endsWith("/v1/sessions");
      const response = () => new Response(JSON.stringify(state), { status: isLaunch ? 201 : 200, headers: { "Content-Type": "application/json", ETag: '"1"' } });
      if (isLaunch) return Promise.resolve(response());
      if (href.includes("/uploads")) return Promise.resolve(upload(method, headers, body));
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
    async *eventSource({ signal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  };
}

/** The responses of the protocol tus. */
function upload(method, headers, body) {
  if (method === "POST") return new Response(JSON.stringify({ id: "u1" }), { status: 201, headers: { "Content-Type": "application/json" } });
  return new Response(null, { status: 204, headers: { "Upload-Offset": String(Number(headers["Upload-Offset"] ?? 0) + (body?.size ?? 0)) } });
}
