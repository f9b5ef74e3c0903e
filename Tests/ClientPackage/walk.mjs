// Taps at random, as a user could make them by the controls of a state.

/** Values that a field takes, so that most forms are accepted. */
const VALUES = { username: "demo", login: "demo", name: "Ada", title: "Lamp", street: "Linienstraße 12", note: "Brass", phone: "+491705550001" };
/** Outputs with an effect that depends on the time, or on other sessions of an account. */
const LEFT_OUT = new Set(["resend", "addPhone", "phoneSelected", "changePhone", "forgotPassword", "changePassword", "setUpAuthenticator"]);

/** The reports that the controls of a screen can make: `{output, payload}`. */
function reportsIn(element, outputs) {
  if (element === null || typeof element !== "object") return [];
  if (Array.isArray(element)) return element.flatMap((each) => reportsIn(each, outputs));
  const { kind, output, payload, enabledAt, disabled } = element;
  if (enabledAt || disabled) return [];
  const schema = outputs.find(({ name }) => name === output)?.schema;
  if (kind === "form") return [{ output, payload: formOf(element, schema) }];
  const isValue = ["search", "toggle", "stepper"].includes(kind);
  const inner = Object.entries(element).filter(([name]) => name !== "payload").flatMap(([, value]) => reportsIn(value, outputs));
  return output && !isValue ? [{ output, payload }, ...inner] : inner;
}

function formOf({ fields }, schema) {
  const value = ({ name, input, value, choices }) => {
    if (input === "toggle") return value === true;
    if (input === "choice") return value || choices[0]?.value;
    if (input === "oneTimeCode" || input === "password") return "000000";
    return VALUES[name] ?? value ?? "Walk";
  };
  if (schema && schema.type !== "object") return value(fields[0]);
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]));
}

/** The keys of the tabs in front. */
export function tabsIn({ type, index, routes }) {
  if (type === "tabs") return routes.map(({ key }) => key);
  return routes[index]?.state ? tabsIn(routes[index].state) : [];
}

/** The taps that a state offers, always in the same order and without keys: `output` is one of the screen in front. */
export function tapsOf({ screens, focus, gestures, navigation, modals }) {
  const { view = [], outputs = [] } = screens[focus] ?? {};
  const taps = reportsIn(view, outputs).filter(({ output }) => outputs.some(({ name }) => name === output) && !LEFT_OUT.has(output));
  // Pages that turn by a timer are left at once.
  const skip = taps.find(({ output }) => output === "skip");
  if (skip) return [skip];
  if (gestures.back) taps.push({ gesture: "back" }, { gesture: "back" });
  if (gestures.dismiss) taps.push({ gesture: "dismiss" });
  if (modals.length === 0) for (const tab of tabsIn(navigation).keys()) taps.push({ tab });
  return taps;
}

/** Performs a tap on the state that a session shows. @returns {Promise<object>} Its outcome. */
export function perform(session, { output, payload, gesture, tab }) {
  const { state } = session.display;
  if (tab !== undefined) return session.selectTab(tabsIn(state.navigation)[tab]);
  if (gesture) return session[gesture]({ isConfirmed: true });
  return session.report(state.focus, output, payload, { origin: `${output} ${JSON.stringify(payload)}` });
}

/** The places of a state, by the names of their screens: they are the same in each session. */
export function placesOf({ screens, stack, navigation, modals }) {
  const names = ({ type, index, routes }) => ({ type, index, routes: routes.map(({ name, state }) => (state ? names(state) : name)) });
  return { stack: stack.map((key) => screens[key].name), navigation: names(navigation), modals: modals.map(({ state }) => names(state)) };
}
