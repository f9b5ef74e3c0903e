import { addressOf, isReturn, launchOf } from "./launch.js";
import { BroadcastStreamLock } from "./broadcast-stream-lock.js";
import { BrowserHistory } from "./browser-history.js";
import { ignoreCompositionKeys } from "../composition.js";
import { listedSessions, listSession, unlistSession, withholdOthers } from "./list.js";
import { followStyleSheets, loadStyleSheets } from "./style-sheets.js";
import { PageChannel } from "./page-channel.js";
import { ScrollPositions } from "./scroll-positions.js";
import { StreamLock } from "./stream-lock.js";
import { Tab } from "./tab.js";

/** The number of sessions of this browser that are tried before a new one is started. */
const MOST_TRIES = 3;

/**
 * A page of the server that is the view's own: its address follows the place, its title the screen, and it continues the
 * sessions of this browser. The address selects the application or link to start, as `launchOf` describes. `?new` starts it
 * anew, although there is a session that could be continued.
 *
 * @implements {import("../host.js").Host}
 */
export class PageHost {
  ownsPage = true;
  sharesSessions = true;
  frameTag = "main";
  keepFromOthers = withholdOthers;
  #channel = new PageChannel();
  #tab = new Tab(this.#channel);
  #history = null;
  #positions = null;
  /** The application of the session at hand. */
  #app = launchOf(location).app;
  /** Whether the page was opened at an address that names no application. */
  #isDefault = !launchOf(location).app;

  /** The options of the session of a page: the browser has the credential, and one tab the stream. */
  get sessionOptions() {
    return { credential: "cookie", streamRight: navigator.locks ? new StreamLock() : new BroadcastStreamLock(this.#channel) };
  }

  get launch() {
    const { app, link } = launchOf(location);
    return { app, link };
  }

  get defaultAddress() {
    return launchOf(location).app && "/?app=";
  }

  attach(view, signal) {
    ignoreCompositionKeys(globalThis, signal);
    this.#history = new BrowserHistory({
      canGoBack: () => view.gestures.canLeave,
      goBack: () => view.gestures.leave(),
      open: (link) => view.gestures.open(link),
    }, signal);
    addEventListener("keydown", (event) => view.escape(event), { signal });
    this.#positions = new ScrollPositions(signal);
    followStyleSheets(() => loadStyleSheets(this.#app), signal);
    // A browser may keep a page that was left in memory. It must not show the screens of a user who has logged out elsewhere.
    addEventListener("pagehide", ({ persisted }) => persisted && view.root.replaceChildren(), { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal });
    signal.addEventListener("abort", () => {
      this.#tab.close();
      this.#channel.close();
    });
  }

  /**
   * Continues the session that this tab showed before, or the latest session of the application that no tab shows, or starts
   * one.
   */
  async open(session, client) {
    const isNew = takeNewParameter();
    const handoff = takeHandoffCode();
    // The user is asked first.
    if (handoff) return session.invite(handoff);
    if (isNew) return session.restart();
    const launch = launchOf(location);
    const link = isReturn() ? undefined : launch.link;
    // Such a link starts a session of its own.
    if (launch.isSeparate && link) return session.start({ app: launch.app, link });
    const id = await this.#tab.claimRemembered(launch.app);
    if (!id) return this.#openListed(session, client, launch);
    try {
      await client.continue(id, { link });
    } catch (failure) {
      if (!failure.losesSession && failure.status !== 404) return session.tell(failure);
      await session.replace(failure);
    }
  }

  /** Continues a session of this browser at the link that the address asks for. */
  async #openListed(session, client, { app, link, isSeparate }) {
    let isExpired = false;
    for (const id of isSeparate ? [] : listedSessions(app).slice(0, MOST_TRIES)) {
      if (!(await this.#tab.claimUnshown(id))) continue;
      try {
        return await client.continue(id, { link });
      } catch (failure) {
        if (failure.isResumable) return session.replace(failure);
        if (failure.losesSession || failure.status === 404) unlistSession(id);
        isExpired ||= failure.status === 410;
      }
    }
    return session.start({ app, link }, isExpired ? "expired" : null);
  }

  remember(state) {
    const session = { id: state.id, app: state.app, isDefault: this.#isDefault };
    this.#tab.remember(session);
    if (state.status === "ended") unlistSession(state.id);
    else listSession(session);
  }

  forget(id) {
    unlistSession(id);
  }

  urlOf(url) {
    return url;
  }

  addressOf(link) {
    return addressOf(link);
  }

  follow(state, origin) {
    loadStyleSheets((this.#app = state.app));
    this.#positions.follow(state.id);
    this.#history.follow(state, origin);
  }

  showTitle(title) {
    document.title = title || document.title;
  }

  showLanguage({ tag, direction }) {
    Object.assign(document.documentElement, { lang: tag, dir: direction });
  }

  update() {
    this.#positions.restore();
    this.#history.update();
  }

  reload() {
    location.reload();
  }

  recoveries(words) {
    const anew = new URL(location.href);
    anew.searchParams.set("new", "");
    return [
      { label: words.reload, press: () => location.reload() },
      { label: words.startAgain, press: () => location.replace(anew) },
    ];
  }
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
