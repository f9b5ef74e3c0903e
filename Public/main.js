import "./composition.js";
import { alertOf, cancelAlert } from "./navigation/alert.js";
import { Announcements } from "./navigation/announcements.js";
import { applyLanguage } from "./language.js";
import { BrowserHistory } from "./navigation/browser-history.js";
import { clearUsername } from "./render/username.js";
import { BroadcastStreamLock } from "./session/broadcast-stream-lock.js";
import { Clock } from "./session/clock.js";
import { client as describe, credential } from "./session/description.js";
import { Devices } from "./session/devices.js";
import { devicesFocus } from "./navigation/devices.js";
import { draw, isEdited, restore } from "./render/dom.js";
import { FocusTracker, onlyFieldOf } from "./navigation/focus.js";
import { frame } from "./navigation/frame.js";
import { Gestures } from "./navigation/gestures.js";
import { isSupported } from "./browsers.js";
import { Motions } from "./navigation/stack.js";
import { questionOf } from "./navigation/question.js";
import { PageSession } from "./session/session.js";
import { registerWorker } from "./session/worker.js";
import { reporting } from "./reporting.js";
import { Session } from "./client/index.js";
import { showErrorPage } from "./error-page.js";
import { statusPageTitle } from "./render/notices.js";
import { Store } from "./session/store.js";
import { StreamLock } from "./session/stream-lock.js";
import { takeFirst } from "./session/first.js";
import { titleId } from "./navigation/bar.js";
import { wide } from "./navigation/layout.js";
import { words } from "./words.js";

/**
 * Wires the client together. The address selects the application or link to start, as `launchOf` describes. `?new` starts it
 * anew, although there is a session that could be continued.
 */

/** The time after which the tools for developers are loaded, so that they don't delay the screen. In milliseconds. */
const TOOLS_DELAY = 300;

const root = document.getElementById("app");
const announcer = document.getElementById("announcer");
/** The first paint, which is in the page itself. */
const skeleton = document.getElementById("skeleton");

const client = new Session({
  client: describe,
  credential,
  early: takeFirst(),
  streamRight: navigator.locks ? new StreamLock() : new BroadcastStreamLock(),
  onError: reportError,
});
const store = new Store(redraw);
const session = new PageSession(client, store);
const clock = new Clock(() => client.serverTime, redraw);
const gestures = new Gestures({ store, session }, hasUnsentText);
const { drafts: formDrafts, rows } = client;
const app = { store, clock, session, rows, gestures, devices: new Devices(client, store), redraw, batch, formDrafts, motions: new Motions(), chosen: new Map() };
client.on("state", ({ state, cause }) => browserHistory.follow(state, cause?.origin));
client.on("otherUser", dropUserInput);
client.on("response", ({ request, response }) => response.headers.has("Usher-Development") && develop(request, response));

const focus = new FocusTracker((title) => (announcer.textContent = title));
const announcements = new Announcements();
const browserHistory = new BrowserHistory({
  canGoBack: () => gestures.canLeave,
  goBack: () => gestures.leave(),
  open: (link) => gestures.open(link),
});

let isDrawing = false;
/** Whether nothing is drawn any more: a drawing has failed, or the browser is too old, which the early script tells the user. */
let hasFailed = !isSupported();
let isPaused = false;
let shown = null;
/** The first request and its response, if the server is one for development. */
let development = null;
/** The tools for developers, as a promise that is made after the first screen. */
let tools = null;

function develop(request, response) {
  development ??= { request, response };
}

/** Loads the tools for developers when the screen has been drawn, and shows them the state. */
function showTools({ request, response }) {
  tools ??= new Promise((resolve) => setTimeout(resolve, TOOLS_DELAY))
    .then(() => import("./dev/drawer.js"))
    .then(({ Drawer }) => {
      const drawer = new Drawer(app);
      drawer.record(request, response);
      return drawer;
    });
  tools.then((drawer) => drawer.update()).catch(() => {});
}

/** Schedules one drawing for all changes of the current task. */
function redraw() {
  if (isDrawing || isPaused || hasFailed) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    if (skeleton.isConnected && store.isLoading && store.connection === "online") return;
    try {
      skeleton.remove();
      focus.remember();
      resetForSession();
      if (store.state) applyLanguage(store.state);
      if (store.expired && !store.expired.isResumable) dropUserInput();
      draw(root, frame(app));
    } catch (failure) {
      return fail(failure);
    }
    for (const follow of [updateTitleAndFocus, () => browserHistory.update()]) reporting(follow);
    if (development && store.state) showTools(development);
  });
}

/** Shows an error page and draws no more, because the next drawing would find the document half changed. @param {Error} failure */
function fail(failure) {
  hasFailed = true;
  reportError(failure);
  const anew = new URL(location.href);
  anew.searchParams.set("new", "");
  showErrorPage(words.pageFailed, words.pageFailedText, [
    { label: words.reload, press: () => location.reload() },
    { label: words.startAgain, press: () => location.replace(anew) },
  ]);
}

/** Performs actions as one change: the page draws the state before and after them, and nothing between. @param {() => Promise} actions */
async function batch(actions) {
  // The pause begins with the next task, so that the page still shows that an action is in progress.
  const timer = setTimeout(() => (isPaused = true));
  try {
    return await actions();
  } finally {
    clearTimeout(timer);
    isPaused = false;
    redraw();
  }
}

/** Drops data stored by key when the session changes, because keys are unique within one session only. */
function resetForSession() {
  const id = store.state?.id ?? shown;
  if (id === shown) return;
  shown = id;
  app.motions = new Motions();
  app.chosen.clear();
  focus.reset();
}

/** Sets the document's title to the current screen, announces it and moves the focus there. */
function updateTitleAndFocus() {
  const { state, expired } = store;
  const statusPage = document.getElementById(statusPageTitle);
  if (statusPage) focus.moveTo(statusPageTitle, { title: statusPage.textContent, target: statusPageTitle });
  if (expired) document.title = words.sessionExpired;
  if (!state) return;
  registerWorker();
  const announcement = announcements.next(state);
  if (announcement) announcer.textContent = announcement;
  const title = state.screens[state.focus]?.title ?? "";
  document.title = [...new Set([title, state.appTitle])].filter(Boolean).join(" · ") || document.title;
  const alert = alertOf(app);
  const question = questionOf(store);
  if (store.devices) focus.moveTo(devicesFocus.id, devicesFocus);
  else if (question) focus.moveTo(question.id, { title: question.title, target: question.titleId });
  else if (alert) focus.moveTo(alert.context.id(), { title: alert.description.title, target: alert.context.id("title") });
  else focus.moveTo(state.focus, { title, target: onlyFieldOf(screenElement(state.focus)) ?? titleId(state.focus) });
}

function screenElement(key) {
  return root.querySelector(`[data-screen="${CSS.escape(key)}"]`);
}

/** Whether the user has typed text and not sent it: into the modal in front, or anywhere. */
function hasUnsentText({ anywhere = false }) {
  const place = anywhere ? root : [...root.querySelectorAll(".modal:not([data-leaving])")].at(-1);
  return [...(place?.querySelectorAll(anywhere ? ".form [name]" : "[name]") ?? [])].some(isEdited);
}

/** Drops everything that the user has typed, because the next user may be another one. */
function dropUserInput() {
  clearUsername();
  formDrafts.clear();
  for (const input of root.querySelectorAll(".form [name]")) restore(input);
}

/** Whether the address asks for a new session. Removes that, so that a reload continues the session. */
function takeNewParameter() {
  const address = new URL(location.href);
  if (!address.searchParams.has("new")) return false;
  address.searchParams.delete("new");
  // Without a path and a query, the address would be the front door's.
  if (address.pathname === "/" && !address.search) address.searchParams.set("app", "");
  rewriteAddress(address);
  return true;
}

/** The code of a hand-off in the address. Removes it, because it works once and is a secret until then. */
function takeHandoffCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get("handoff");
  if (code) rewriteAddress(location.pathname + location.search);
  return code;
}

/** Changes the page's address, if the browser allows it: it limits such changes. */
function rewriteAddress(address) {
  try {
    history.replaceState(history.state, "", address);
  } catch (failure) {
    reportError(failure);
  }
}

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.target.closest?.("input[type=search]")?.value) return;
  const alert = alertOf(app);
  if (store.devices) app.devices.close();
  else if (questionOf(store)) store.change({ question: null });
  else if (alert) cancelAlert(alert);
  else gestures.dismiss();
});

// A browser may keep a page that was left in memory. It must not show the screens of a user who has logged out elsewhere.
addEventListener("pagehide", ({ persisted }) => persisted && root.replaceChildren());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

wide.addEventListener("change", redraw);
addEventListener("wordschange", redraw);
redraw();
if (!hasFailed) session.begin({ isNew: takeNewParameter(), handoff: takeHandoffCode() });
