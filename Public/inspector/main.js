import { ignoreCompositionKeys } from "../web/composition.js";
import { registerSession } from "../dev/register-session.js";
import { detailView } from "./detail.js";
import { draw, h } from "../web/render/dom.js";
import { follow, fork, mapOf, pathOf, read } from "./api.js";
import { listView } from "./list.js";

/** The number of transitions in the timeline. */
const LIMIT = 100;
/** The pause after the last key before a search begins, in milliseconds. */
const PAUSE = 200;

/**
 * The inspector: the sessions in memory on the left, and one of them from inside. Everything that changes comes by one stream
 * of events. `#ID` in the address selects the session.
 */
ignoreCompositionKeys(globalThis);
const root = document.getElementById("inspector");
const model = {
  query: { q: "", app: "", screen: "" },
  list: null,
  apps: [],
  isForDevelopment: false,
  isLost: false,
  id: null,
  detail: null,
  entries: [],
  /** The revision that is shown, or null for the current one. */
  at: null,
  /** The state at that revision. */
  pastState: null,
  map: null,
  forked: null,
  error: null,
};
const maps = new Map();
let close = () => {};
let typing = null;

const actions = {
  search(change) {
    Object.assign(model.query, change);
    clearTimeout(typing);
    typing = setTimeout(connect, PAUSE);
    redraw();
  },
  async more() {
    const { next } = model.more ?? model.list;
    if (!next || model.isReading) return;
    model.isReading = true;
    const query = Object.entries({ ...model.query, after: next }).filter(([, value]) => value);
    try {
      const page = await read(`/v1/inspector/sessions?${new URLSearchParams(query)}`);
      model.more = { sessions: [...(model.more?.sessions ?? []), ...page.sessions], next: page.next ?? null };
    } catch (failure) {
      announce(failure.message);
    }
    change({ isReading: false });
  },
  leave: () => (location.hash = ""),
  show: (revision) => show(revision),
  step(distance) {
    const revisions = model.entries.map(({ revision }) => revision);
    const index = model.at === null ? 0 : revisions.indexOf(model.at);
    const revision = revisions[index - distance];
    if (revision !== undefined) show(index - distance === 0 ? null : revision);
  },
  async fork(revision) {
    // The window is opened at once, because browsers forbid it later.
    const tab = model.isForDevelopment ? open("about:blank", "_blank") : null;
    try {
      const started = await fork(model.id, revision, model.isForDevelopment ? "cookie" : "token");
      if (tab) tab.location = registerSession(started.id, started.app);
      model.forked = { id: started.id, token: started.token };
      announce("Forked");
    } catch (failure) {
      tab?.close();
      model.error = failure.message;
    }
    redraw();
  },
};

function redraw() {
  document.title = model.id ? `${model.detail?.session.app ?? "Session"} – Inspector` : "Inspector – Usher";
  draw(root, h("main", { class: "page", "data-selected": Boolean(model.id) }, h("h1", { class: "visually-hidden" }, "Inspector"), listView(model, actions), h("div", { class: "main" }, detailView(model, actions))));
}

/** Opens the stream for the search and the session that are shown. */
function connect() {
  close();
  model.more = null;
  close = follow({ ...model.query, session: model.id }, {
    open: () => change({ isLost: false }),
    lost: (isFinal) => change({ isLost: isFinal ? "final" : true }),
    sessions: (list) => change({ list }),
    session: (detail) => setDetail(detail),
    gone: () => change({ error: "The session has ended." }),
  });
}

function change(values) {
  Object.assign(model, values);
  redraw();
}

/** Takes a new state of the session, and reads the transitions that led to it. */
async function setDetail(detail) {
  const isNew = detail.session.revision !== model.detail?.session.revision || detail.session.id !== model.detail?.session.id;
  change({ detail, error: null });
  const { app, id } = detail.session;
  if (!maps.has(app)) maps.set(app, mapOf(app).catch(() => null));
  maps.get(app).then((map) => model.id === id && change({ map }));
  if (!isNew) return;
  const { entries } = await read(`${pathOf(id)}/history?limit=${LIMIT}`).catch(() => ({ entries: [] }));
  if (model.id === id) change({ entries });
}

/** Shows the state at a revision. Null is the current one. */
async function show(revision) {
  change({ at: revision, pastState: null });
  announce(revision === null ? "The current state" : `Revision ${revision}`);
  if (revision === null) return;
  try {
    const pastState = await read(`${pathOf(model.id)}/revisions/${revision}`);
    if (model.at === revision) change({ pastState });
  } catch (failure) {
    change({ error: failure.message });
  }
}

async function select() {
  const id = decodeURIComponent(location.hash.slice(1)) || null;
  if (id !== model.id) Object.assign(model, { id, detail: null, entries: [], at: null, pastState: null, map: null, forked: null, error: null });
  redraw();
  if (id) {
    try {
      await setDetail(await read(pathOf(id)));
    } catch (failure) {
      change({ error: failure.message });
    }
  }
  if (id === model.id) connect();
}

function announce(text) {
  document.getElementById("announcer").textContent = text;
}

root.replaceChildren();
addEventListener("hashchange", select);
// The times since the last use go on.
setInterval(() => document.hidden || redraw(), 1000);
addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("search")?.focus();
  } else if (event.key === "[") actions.step(-1);
  else if (event.key === "]") actions.step(1);
});

read("/v1/apps").then(({ apps, inspector }) => change({ apps, isForDevelopment: Boolean(inspector) })).catch(() => {});
select();
