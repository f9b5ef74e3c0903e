// Walks through applications at random with the client's own modules, and returns the taps, their outcomes and the last states.
// test_lossy_walk.py runs it in a page of the server, with the arguments `apps`, `unhurried`, `seed`, `count` and `script`.
// `unhurried` lists the applications without second taps, and `script` has the taps of an earlier walk to repeat, by application.
const [{ apps, unhurried, seed, count, script }, done] = arguments;

// Values that a field takes, so that most forms are accepted.
const VALUES = {
  username: "demo", login: "demo", password: "demo-password", name: "Ada", title: "Lamp", address: "Linienstraße 12",
  street: "Linienstraße 12", note: "Brass", phone: "+491705550001",
};
/** Outputs with an effect that depends on the time, such as messages with codes, or on other sessions of the account. */
const LEFT_OUT = new Set([
  "resend", "addPhone", "phoneSelected", "changePhone", "forgotPassword", "changePassword", "endSession", "endOtherSessions",
  "setUpAuthenticator", "removeAuthenticator", "makeRecoveryCodes", "removePhone", "security",
]);

/** Numbers from 0 to 1, the same for the same seed (Mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The reports that the controls of a screen can make: `{output, payload}`. */
function reportsIn(element, outputs) {
  if (element === null || typeof element !== "object") return [];
  if (Array.isArray(element)) return element.flatMap((each) => reportsIn(each, outputs));
  const { kind, output, payload, enabledAt, disabled } = element;
  if (enabledAt || disabled) return [];
  const inner = Object.entries(element).filter(([name]) => name !== "payload").flatMap(([, value]) => reportsIn(value, outputs));
  const schema = outputs.find(({ name }) => name === output)?.schema;
  if (kind === "form") return [{ output, payload: formOf(element, schema) }];
  if (kind === "search") return [{ output, payload: memberOf("a", "query", schema) }, { output, payload: memberOf("", "query", schema) }];
  if (kind === "toggle" || kind === "stepper") {
    const value = kind === "toggle" ? !element.value : element.value < element.max ? element.value + 1 : element.value - 1;
    return [{ output, payload: element.member ? { ...payload, [element.member]: value } : memberOf(value, "value", schema) }];
  }
  return output ? [{ output, payload }, ...inner] : inner;
}

function memberOf(value, name, schema) {
  if (schema?.type !== "object") return value;
  const names = Object.keys(schema.properties ?? {});
  return { [names.length === 1 ? names[0] : name]: value };
}

function formOf({ fields }, schema) {
  const value = ({ name, input, value, choices }) => {
    if (input === "toggle") return value === true;
    if (input === "choice") return value || choices[0]?.value;
    if (input === "oneTimeCode") return "000000";
    return VALUES[name] ?? value ?? "Walk";
  };
  if (schema && schema.type !== "object") return value(fields[0]);
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]));
}

/** The taps that a state offers, always in the same order and without keys: `output` is one of the screen in front. */
function tapsOf({ screens, focus, gestures, navigation, modals }) {
  const screen = screens[focus];
  const taps = reportsIn(screen?.view ?? [], screen?.outputs ?? [])
    .filter(({ output }) => screen.outputs.some(({ name }) => name === output) && !LEFT_OUT.has(output));
  // Pages that turn by a timer are left at once.
  const skip = taps.find(({ output }) => output === "skip");
  if (skip) return [skip];
  if (gestures.back) taps.push({ gesture: "back" }, { gesture: "back" });
  if (gestures.dismiss) taps.push({ gesture: "dismiss" });
  if (modals.length === 0) for (const tab of tabsIn(navigation).keys()) taps.push({ tab });
  return taps;
}

function tabsIn({ type, index, routes }) {
  if (type === "tabs") return routes.map(({ key }) => key);
  return routes[index]?.state ? tabsIn(routes[index].state) : [];
}

/**
 * Performs a tap on a screen. If it was refused because an effect of the server had changed the screen, performs it again, as a
 * user would do. If the tap `isWanted`, waits until it is possible.
 */
async function perform(tap, screen, isWanted, session, store) {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await act(tap, screen, session, store.state);
    if (outcome !== "outdated" || attempt === 5) return outcome;
    for (let look = 0; isWanted && look < 20 && !isPossible(tap, screen, store.state); look += 1) await pause(100);
    if (!isPossible(tap, screen, store.state)) return outcome;
  }
}

async function act({ output, payload, gesture, tab }, screen, session, { navigation }) {
  if (tab !== undefined) return session.selectTab(tabsIn(navigation)[tab]);
  if (gesture) return session[gesture]({ isConfirmed: true });
  const request = ({ screens }) => {
    const href = screens[screen]?.outputs.find(({ name }) => name === output)?.href;
    return href && { href, payload };
  };
  const isSecret = JSON.stringify(payload ?? "").includes("demo-password");
  return session.act({ request, screen, origin: `${output} ${JSON.stringify(payload)}`, isSecret });
}

function isPossible({ output, gesture, tab }, screen, { screens, gestures, navigation }) {
  if (tab !== undefined) return tab < tabsIn(navigation).length;
  if (gesture) return Boolean(gestures[gesture]);
  return screens[screen]?.outputs.some(({ name }) => name === output) ?? false;
}

async function walk(app, number, { describe, Language, PageHost, Session, Store, ViewSession }) {
  const random = randomFrom(seed * 1000 + number);
  const store = new Store(() => {});
  const client = new Session({ client: describe, credential: "cookie", pace: 0.05 });
  // A session begins at the address of its page, which it reads before this function waits for anything.
  history.replaceState(null, "", `/${app}?new`);
  const session = new ViewSession(client, { store, language: new Language(() => {}), host: new PageHost() });
  await session.open();
  await quiet(store);
  const { id } = store.state;
  const pairs = [];
  while (pairs.flat().length < count) {
    const { focus } = store.state;
    const offered = tapsOf(store.state);
    if (offered.length === 0 && !script) break;
    const one = offered[Math.floor(random() * offered.length)];
    // Now and then a second tap on the same screen before the first has its response.
    const other = random() < 0.2 && !unhurried.includes(app) ? offered[Math.floor(random() * offered.length)] : null;
    const pair = script ? script[app][pairs.length] : [one, other?.output ? other : null].filter(Boolean).map((tap) => ({ tap }));
    if (!pair) break;
    const outcomes = await Promise.all(pair.map(({ tap, outcome }, index) =>
      perform(tap, focus, outcome ? outcome === "accepted" : index === 0, session, store)));
    const { screens, stack } = store.state;
    const names = stack.map((key) => screens[key].name).join(" ");
    const performed = pair.map(({ tap }, index) => ({ tap, outcome: outcomes[index], stack: names }));
    pairs.push(performed);
    // The taps that follow mean nothing on other screens.
    if (script && performed.some(({ outcome, stack }, index) => outcome !== pair[index].outcome || stack !== pair[index].stack)) break;
  }
  return { taps: pairs, isLost: store.state.id !== id, id: store.state.id, store };
}

/** Waits until effects and timers of the server have brought nothing for some time. */
async function quiet(store) {
  for (let revision = -1; revision !== store.state.revision; ) {
    revision = store.state.revision;
    await pause(4000);
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The state as the server has it, and as the client has it after all patches. */
async function ending({ taps, isLost, id, store }) {
  for (let attempt = 0; ; attempt += 1) {
    const state = await (await fetch(`/v1/sessions/${id}`, { cache: "no-store" })).json();
    if (store.state.revision === state.revision || attempt === 100) return { taps, isLost, server: state, client: store.state };
    await pause(100);
  }
}

async function run() {
  const names = ["client/index", "web/description", "web/language", "web/page/page-host", "web/session/session", "web/session/store"];
  const modules = Object.assign({}, ...(await Promise.all(names.map((name) => import(`/${name}.js`)))));
  const walks = await Promise.all(apps.map((app, number) => walk(app, number, modules)));
  await (await fetch("/calm")).text();
  await Promise.all(walks.map(({ store }) => quiet(store)));
  const endings = await Promise.all(walks.map(ending));
  return Object.fromEntries(apps.map((app, number) => [app, endings[number]]));
}

run().then(done, (error) => done({ error: `${error} ${error.stack}` }));
