import { Problem } from "./problem.js";
import { recall, remember } from "./tab.js";
import { Watch } from "./watch.js";
import { words } from "../words.js";

/**
 * What became of an action.
 * @typedef {"accepted"|"refused"|"outdated"|"ignored"} Outcome
 *   `refused`: the server complained and nothing happened; `outdated`: the state had moved on; `ignored`: not sent,
 *   because another action was under way.
 */

/**
 * The session of this tab: begins it, carries the user's actions one at a time, replaces it when it is gone.
 *
 * Everything it learns goes into the {@link Store}.
 */
export class Session {
  #client;
  #store;
  #launch;
  #watch;

  /**
   * @param {import("./client.js").Client} client
   * @param {import("./store.js").Store} store
   * @param {{app?: string, link?: string}} launch What the page's address asks for.
   */
  constructor(client, store, launch) {
    this.#client = client;
    this.#store = store;
    this.#launch = launch;
    this.#watch = new Watch((options) => this.#refresh(options), () => this.#isBusy);
  }

  /** Goes on with the session that this tab showed before, or starts one, and follows it. */
  async begin() {
    await this.#open();
    this.#watch.follow();
  }

  async #open() {
    const id = await recall(JSON.stringify(this.#launch));
    if (!id) return this.#start(this.#launch);
    try {
      this.#adopt(await this.#client.open(id));
      await this.#watch.settle();
    } catch (failure) {
      await this.#replace(failure);
    }
  }

  /** Starts over, as after the end of a session. */
  restart() {
    return this.#start(this.#launch);
  }

  /**
   * Sends what the user did, unless something else is still being sent: a second tap does nothing.
   * @param {{href: string, payload?: *, screen?: string, origin?: string}} action `screen` and `origin` name the control.
   * @returns {Promise<Outcome>} Once the server has answered and its effects are done.
   */
  async act({ href, payload, screen, origin }) {
    const { state, pending } = this.#store;
    if (!state || pending?.sending) return "ignored";
    let mine = { screen, origin, payload, sending: true };
    this.#store.change({ pending: mine, complaint: null, notice: null });
    try {
      const next = await this.#post(href, payload, state);
      mine = next.status === "busy" ? { ...mine, sending: false } : null;
      this.#adopt(next, { pending: mine });
      await this.#watch.settle();
      return this.#refuses(screen) ? "refused" : "accepted";
    } catch (failure) {
      return await this.#explain(failure, { screen, origin });
    } finally {
      if (mine && this.#store.pending === mine) this.#store.change({ pending: null });
    }
  }

  /** What the user did on what they saw; the revision may have moved on behind that without their seeing anything of it. */
  async #post(href, payload, seen) {
    try {
      return await this.#client.post(href, payload, seen.revision);
    } catch (failure) {
      if (failure.status !== 412 || !failure.state || !looksAlike(seen, failure.state)) throw failure;
      return await this.#client.post(href, payload, failure.state.revision);
    }
  }

  /** Selects a tab. @param {string} key @returns {Promise<Outcome>} */
  selectTab(key) {
    return this.act({ href: this.#client.hrefOfTab(key), payload: {}, origin: `tab ${key}` });
  }

  /** Goes back, to the screen of a key or by one; nothing where the state does not allow it. @param {string} [to] */
  async back(to) {
    const href = this.#store.state?.gestures?.back;
    return href ? this.act({ href, payload: to ? { to } : {}, origin: "back" }) : "ignored";
  }

  /** Dismisses the modal in front; nothing where the state does not allow it. @returns {Promise<Outcome>} */
  async dismiss() {
    const href = this.#store.state?.gestures?.dismiss;
    return href ? this.act({ href, payload: {}, origin: "dismiss" }) : "ignored";
  }

  get #isBusy() {
    return this.#store.state?.status === "busy";
  }

  #adopt(state, change) {
    remember(JSON.stringify(this.#launch), state.id);
    this.#store.adopt(state, change);
  }

  /** A business refusal is a message on the screen that reported, not an error of HTTP. */
  #refuses(screen) {
    const messages = this.#store.state.screens?.[screen]?.messages ?? [];
    return messages.some(({ level }) => level === "error" || level === "warning");
  }

  async #refresh(options) {
    const { state } = this.#store;
    if (!state) return;
    try {
      const news = await this.#client.refresh(state.revision, options);
      if (news) this.#adopt(news);
    } catch (failure) {
      // What nobody has asked for fails in silence, unless there is no session any more.
      const matters = options.insist || failure.losesSession;
      if (failure instanceof Problem && matters) await this.#replace(failure);
      else if (options.insist) throw failure;
    }
  }

  async #start(launch, notice = null) {
    try {
      this.#adopt(await this.#client.start(launch), { notice });
      await this.#watch.settle();
    } catch (failure) {
      if (launch.link && [400, 404, 422].includes(failure.status)) {
        return this.#start({}, { level: "warning", text: words.linkRefused });
      }
      this.#store.change({ state: null, failure: { title: words.cannotStart, text: failure.message } });
    }
  }

  /** Answers the loss of the session with a new one; anything else is only told. */
  async #replace(problem) {
    if (!problem.losesSession && problem.status !== 404) return this.#tell(problem);
    if (problem.resume) {
      try {
        const state = await this.#client.resume(problem.resume);
        return this.#adopt(state, { notice: { level: "info", text: words.resumed } });
      } catch {
        // Fall through to a plain new start.
      }
    }
    const text = problem.status === 410 ? words.expired : words.newSession;
    return this.#start(this.#launch, { level: "info", text });
  }

  async #explain(failure, action) {
    if (failure.state) {
      this.#adopt(failure.state, { notice: { level: "info", text: words.movedOn } });
      await this.#watch.settle();
      return "outdated";
    }
    if (failure.losesSession) {
      await this.#replace(failure);
      return "outdated";
    }
    if (failure.status === 422 && failure.errors.length > 0) {
      this.#store.change({ complaint: { screen: action.screen, origin: action.origin, errors: failure.errors } });
      return "refused";
    }
    this.#tell(failure);
    if (failure.status === 404) await this.#refresh({ insist: false });
    return "refused";
  }

  #tell(failure) {
    this.#store.change({ notice: { level: "error", text: words.failed(failure.message) } });
  }
}

/** Whether the user sees the same in two states of a session: the containers, and the screen in front. */
function looksAlike(one, other) {
  const seen = ({ navigation, modals, focus, screens }) => JSON.stringify([navigation, modals, focus, screens[focus]]);
  return seen(one) === seen(other);
}
