// A hand-written handler that does the work of a durable tap, with Node's http and sqlite modules: it checks the token, applies a
// transition to the state of the session, commits it, and responds with the whole document. Its arguments are the file of the
// database, which it makes, a file with the sessions, and files with Usher's responses to two taps.
'use strict';
const { createHash, timingSafeEqual } = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const { DatabaseSync } = require('node:sqlite');

const [store, sessions, opened, closed] = process.argv.slice(2);
const database = new DatabaseSync(store);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE session (id TEXT PRIMARY KEY, token BLOB NOT NULL, state TEXT NOT NULL) WITHOUT ROWID');
const insert = database.prepare('INSERT INTO session (id, token, state) VALUES (?, ?, ?)');
const select = database.prepare('SELECT token, state FROM session WHERE id = ?');
const update = database.prepare('UPDATE session SET state = ? WHERE id = ?');
const begin = database.prepare('BEGIN IMMEDIATE');
const commit = database.prepare('COMMIT');

const digest = (token) => createHash('sha256').update(token).digest();
const expiry = () => Date.now() + 86_400_000;

begin.run();
for (const line of fs.readFileSync(sessions, 'utf8').trim().split('\n')) {
  const [id, token, key, revision] = line.split(' ');
  const state = { revision: Number(revision), expiresAt: expiry(), nextKey: Number(key.slice(1)) + 1, stack: [{ key }] };
  insert.run(id, digest(token), JSON.stringify(state));
}
commit.run();

// The texts of the screens come from the documents of Usher.
const root = JSON.parse(fs.readFileSync(closed, 'utf8'));
const list = root.screens[root.focus];
const detail = (({ screens, focus }) => screens[focus])(JSON.parse(fs.readFileSync(opened, 'utf8')));
const { items } = list.props;

class Failure extends Error {
  constructor(status) {
    super();
    this.status = status;
  }
}

function load(id, request) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const row = select.get(id);
  if (!token || !row || !timingSafeEqual(digest(token), row.token)) throw new Failure(401);
  const state = JSON.parse(row.state);
  if (state.expiresAt <= Date.now()) throw new Failure(401);
  return state;
}

// One process has the only connection, so nothing comes between the steps of a change.
function change(id, request, transition) {
  const state = load(id, request);
  transition(state);
  state.expiresAt = expiry();
  update.run(JSON.stringify(state), id);
  return state;
}

function selectItem(state, key, item) {
  if (!Number.isInteger(item) || !items[item]) throw new Failure(422);
  if (state.stack.length !== 1 || state.stack[0].key !== key) throw new Failure(409);
  state.stack.push({ key: `k${state.nextKey++}`, item });
  state.revision += 1;
}

function goBack(state) {
  // At the root there is nothing to change, as in Usher.
  if (state.stack.length === 1) return;
  state.stack.pop();
  state.revision += 1;
}

function details(number) {
  const item = items[number];
  const [hero] = detail.view;
  const [section] = hero.fallback.sections;
  const row = { ...section.rows[0], key: item.title, title: item.title, subtitle: item.category };
  const fallback = { ...hero.fallback, sections: [{ ...section, rows: [row] }] };
  const view = [{ ...hero, title: item.title, subtitle: item.category, fallback }];
  return { ...detail, title: item.title, props: { item }, view };
}

function document(id, state) {
  const path = `/v1/sessions/${id}`;
  const top = state.stack.at(-1);
  const [first, ...others] = root.navigation.routes;
  const routes = state.stack.map(({ key, item }) => ({ key, name: item === undefined ? list.name : detail.name }));
  const stack = { ...first.state, index: routes.length - 1, routes };
  // A screen that another one covers takes no outputs.
  const outputs = (key) => (key === top.key ? list.outputs : []).map(
    (output) => ({ ...output, href: `${path}/screens/${key}/outputs/${output.name}` }));
  return {
    ...root, id, revision: state.revision, expiresAt: new Date(state.expiresAt).toISOString(),
    stack: state.stack.map(({ key }) => key), focus: top.key,
    link: top.item === undefined ? root.link : `usher://items/item/${top.item}`,
    navigation: { ...root.navigation, routes: [{ ...first, state: stack }, ...others] },
    screens: Object.fromEntries(state.stack.map(({ key, item }) => [
      key, item === undefined ? { ...list, outputs: outputs(key) } : details(item)])),
    gestures: top.item === undefined ? {} : { back: `${path}/back` },
  };
}

const route = /^\/v1\/sessions\/([^/]+)(\/back|\/screens\/([^/]+)\/outputs\/itemSelected)?$/;

function respond(request, body) {
  const match = route.exec(request.url);
  if (!match || (request.method === 'POST') !== Boolean(match[2])) throw new Failure(404);
  const [, id, action, key] = match;
  if (!action) return [id, load(id, request)];
  if (action === '/back') return [id, change(id, request, goBack)];
  return [id, change(id, request, (state) => selectItem(state, key, JSON.parse(body)))];
}

const server = http.createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    try {
      const [id, state] = respond(request, Buffer.concat(parts).toString());
      const bytes = Buffer.from(JSON.stringify(document(id, state)));
      response.writeHead(200, {
        'Content-Type': 'application/json', 'Content-Length': bytes.length, 'ETag': `"${state.revision}"`,
        'Cache-Control': 'no-store',
      });
      response.end(bytes);
    } catch (error) {
      response.writeHead(error.status ?? (error instanceof SyntaxError ? 400 : 500)).end();
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
