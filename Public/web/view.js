import { alertOf, cancelAlert } from "./navigation/alert.js";
import { Announcements } from "./navigation/announcements.js";
import { Clock } from "./session/clock.js";
import { draw, isEdited, restore } from "./render/dom.js";
import { FocusTracker, onlyFieldOf } from "./navigation/focus.js";
import { frame } from "./navigation/frame.js";
import { Gestures } from "./navigation/gestures.js";
import { Language } from "./language.js";
import { Motions } from "./navigation/stack.js";
import { nodeNear } from "./render/tree.js";
import { questionOf } from "./navigation/question.js";
import { reporting } from "./reporting.js";
import { roomOf } from "./navigation/layout.js";
import { showErrorPage } from "./error-page.js";
import { statusPageTitle } from "./render/notices.js";
import { Store } from "./session/store.js";
import { titleId } from "./navigation/bar.js";
import { Username } from "./render/username.js";
import { ViewSession } from "./session/session.js";

/**
 * A session on the screen: draws its state into an element, and reports what the user does there. Several views share nothing.
 */
export class View {
  root;
  gestures;
  #host;
  #client;
  #app;
  #focus;
  #announcements = new Announcements();
  /** Says to screen readers what moves no focus. */
  #announcer = document.createElement("p");
  /** The nodes in the element until there is something to show, such as the first paint of a page. */
  #placeholder;
  #onFailure;
  #transform;
  #brand;
  #ending = new AbortController();
  #stops;
  #observer;
  #isDrawing = false;
  /** Whether nothing is drawn: before the style is there, or after a drawing has failed. */
  #isStopped = true;
  #isPaused = false;
  #shown = null;

  /**
   * @param {Element} root The element to draw in.
   * @param {import("./host.js").Host} host
   * @param {import("./client.js").Session} client
   * @param {{elements?: Record<string, Function>, screens?: Record<string, Function>, words?: Record<string, object>,
   *   placeholders?: string, brand?: string, transform?: (nodes: any) => any, onFailure?: (failure: unknown) => void}} options As
   *   for {@link import("./mount.js").mount}. `brand` is the name in the title of a page, `transform` changes the nodes of each
   *   drawing, and `onFailure` is called when one has failed.
   */
  constructor(root, host, client, {
    elements = {}, screens = {}, words, placeholders, brand, transform = (nodes) => nodes, onFailure = () => {},
  }) {
    this.root = root;
    this.#host = host;
    this.#client = client;
    this.#transform = transform;
    this.#brand = brand;
    this.#onFailure = onFailure;
    this.#placeholder = [...root.childNodes];
    const redraw = () => this.#redraw();
    const store = new Store(redraw);
    const language = new Language(redraw, words);
    const session = new ViewSession(client, { store, language, host });
    this.gestures = new Gestures({ store, session, language }, (where) => this.#hasUnsentText(where));
    this.#app = {
      root, host, store, session, language, redraw, elements, screens, placeholders, brand,
      gestures: this.gestures,
      rows: client.rows,
      upload: (...file) => client.upload(...file),
      files: new Map(),
      formDrafts: client.drafts,
      clock: new Clock(() => client.serverTime, redraw),
      openDevices: () => this.openDevices(),
      batch: (actions) => this.#batch(actions),
      motions: new Motions(),
      chosen: new Map(),
      maps: new Map(),
      username: new Username(),
    };
    this.#focus = new FocusTracker(root, host.ownsPage, (title) => (this.#announcer.textContent = title));
    this.#announcer.id = "announcer";
    this.#announcer.className = "visually-hidden";
    this.#announcer.setAttribute("aria-live", "polite");
    root.after(this.#announcer);
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(root);
    host.showLanguage(language, root);
    host.attach(this, this.#ending.signal);
    this.#stops = [
      client.on("state", ({ state, cause }) => host.follow?.(state, cause?.origin)),
      client.on("otherUser", () => this.#dropUserInput()),
    ];
  }

  /** Draws from now on, and opens the session. */
  start() {
    this.#isStopped = false;
    this.#redraw();
    this.#app.session.open();
  }

  /**
   * Starts a new session.
   * @param {{isAtStart?: boolean}} [options] `isAtStart`: where the application starts, and not at a link.
   */
  restart(options) {
    return this.#app.session.restart(options);
  }

  /** Opens the dialog for other devices. */
  async openDevices() {
    const { store, language } = this.#app;
    try {
      const { Devices } = await import("./session/devices.js");
      await new Devices(this.#client, this.#app).open();
    } catch (failure) {
      store.change({ notice: { level: "error", text: language.words.failed(failure.message) } });
    }
  }

  /** Ends all listeners, timers and waits of the view, and removes its nodes. The session stays as it is. */
  close() {
    this.#isStopped = true;
    this.#ending.abort();
    this.#observer.disconnect();
    for (const stop of this.#stops) stop();
    this.#app.session.close();
    this.#app.store.devices?.devices.close();
    this.#app.clock.close();
    for (const map of this.#app.maps.values()) map.close();
    this.#announcer.remove();
    this.root.replaceChildren();
  }

  /**
   * Closes what is in front, as the Escape key does.
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key had a meaning.
   */
  escape(event) {
    if (event.key !== "Escape" || event.defaultPrevented || event.target.closest?.("input[type=search]")?.value) return false;
    const { store } = this.#app;
    const alert = alertOf(this.#app);
    if (store.devices) store.devices.devices.close();
    else if (questionOf(store)) store.change({ question: null });
    else if (alert) cancelAlert(alert);
    else if (!store.state?.gestures?.dismiss) return false;
    else this.gestures.dismiss();
    return true;
  }

  /** Schedules one drawing for all changes of the current task. */
  #redraw() {
    if (this.#isDrawing || this.#isPaused || this.#isStopped) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      if (!this.#isStopped) this.#draw();
    });
  }

  #draw() {
    const app = this.#app;
    const { store, language } = app;
    if (this.#placeholder.length > 0 && store.isLoading && store.connection === "online") return;
    try {
      for (const node of this.#placeholder.splice(0)) node.remove();
      if (app.isWide === undefined) Object.assign(app, roomOf(this.root));
      this.#focus.remember();
      this.#resetForSession();
      if (store.state) {
        language.follow(store.state);
        this.#host.showLanguage(language, this.root);
      }
      if (store.expired && !store.expired.isResumable) this.#dropUserInput();
      draw(this.root, this.#transform(frame(app)));
    } catch (failure) {
      return this.#fail(failure);
    }
    for (const follow of [() => this.#updateTitleAndFocus(), () => this.#host.update?.()]) reporting(follow);
  }

  /**
   * Shows an error page and draws no more, because the next drawing would find the document half changed.
   * @param {Error} failure
   */
  #fail(failure) {
    this.#isStopped = true;
    reportError(failure);
    const { words } = this.#app.language;
    this.#host.showTitle?.(words.pageFailed);
    const heading = showErrorPage(this.root, words.pageFailed, words.pageFailedText, this.#host.recoveries?.(words) ?? []);
    if (this.#host.ownsPage) heading.focus();
    this.#onFailure(failure);
  }

  /**
   * Performs actions as one change: the view draws the state before and after them, and nothing between.
   * @param {() => Promise} actions
   */
  async #batch(actions) {
    // The pause begins with the next task, so that the view still shows that an action is in progress.
    const timer = setTimeout(() => (this.#isPaused = true));
    try {
      return await actions();
    } finally {
      clearTimeout(timer);
      this.#isPaused = false;
      this.#redraw();
    }
  }

  #resized() {
    const app = this.#app;
    const room = roomOf(this.root);
    const isOther = Object.keys(room).some((name) => app[name] !== room[name]);
    Object.assign(app, room);
    if (isOther) this.#redraw();
  }

  /** Drops data stored by key when the session changes, because keys are unique within one session only. */
  #resetForSession() {
    const id = this.#app.store.state?.id ?? this.#shown;
    if (id === this.#shown) return;
    this.#shown = id;
    this.#app.motions = new Motions();
    this.#app.chosen.clear();
    this.#focus.reset();
  }

  /** Shows the title of the current screen, announces it and moves the focus there. */
  #updateTitleAndFocus() {
    const { store, language: { words } } = this.#app;
    const { state, expired, devices } = store;
    const statusPage = nodeNear(this.root, statusPageTitle);
    if (statusPage) this.#focus.moveTo(statusPageTitle, { title: statusPage.textContent, target: statusPageTitle });
    if (expired) this.#host.showTitle?.(words.sessionExpired);
    if (!state) return;
    const announcement = this.#announcements.next(state, words);
    if (announcement) this.#announcer.textContent = announcement;
    const title = state.screens[state.focus]?.title ?? "";
    this.#host.showTitle?.([...new Set([title, this.#brand ?? state.appTitle])].filter(Boolean).join(" · "));
    const alert = alertOf(this.#app);
    const question = questionOf(store);
    if (devices) this.#focus.moveTo("devices", devices.focus(words));
    else if (question) this.#focus.moveTo(question.id, { title: question.title, target: question.titleId });
    else if (alert) this.#focus.moveTo(alert.context.id(), { title: alert.description.title, target: alert.context.id("title") });
    else this.#focus.moveTo(state.focus, { title, target: onlyFieldOf(this.#screenElement(state.focus)) ?? titleId(state.focus) });
  }

  #screenElement(key) {
    return this.root.querySelector(`[data-screen="${CSS.escape(key)}"]`);
  }

  /** Whether the user has typed text and not sent it: into the modal in front, or anywhere. */
  #hasUnsentText({ anywhere = false }) {
    const place = anywhere ? this.root : [...this.root.querySelectorAll(".modal:not([data-leaving])")].at(-1);
    return [...(place?.querySelectorAll(anywhere ? ".form [name]" : "[name]") ?? [])].some(isEdited);
  }

  /** Drops everything that the user has typed, because the next user may be another one. */
  #dropUserInput() {
    this.#app.username.clear();
    this.#client.drafts.clear();
    for (const input of this.root.querySelectorAll(".form [name]")) restore(input);
  }
}
