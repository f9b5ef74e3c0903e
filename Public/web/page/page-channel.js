/** The time to wait for an answer of another page, in milliseconds. */
const TIMEOUT = 200;

/**
 * Questions and messages among the open pages of this origin, for pages without TLS: browsers have no Web Locks there.
 *
 * A page that is closed or has crashed gives no answer, so nothing has to be cleared after it.
 */
export class PageChannel {
  #channel = navigator.locks ? null : opened();
  #answers = [];
  #listeners = [];
  /** The functions that end the wait for an answer, by the id of the question. */
  #waiting = new Map();

  constructor() {
    this.#channel?.addEventListener("message", ({ data: { question, message, confirmed, id } }) => {
      if (confirmed) this.#waiting.get(confirmed)?.(true);
      if (question && this.#answers.some((isTrue) => isTrue(question))) this.#channel.postMessage({ confirmed: id });
      if (message) for (const listener of this.#listeners) listener(message);
    });
  }

  /** Asks the other pages. @param {string} question @returns {Promise<boolean>} Whether one of them confirms it. */
  async query(question) {
    if (!this.#channel) return false;
    const id = `${Date.now()} ${Math.random()}`;
    const answer = new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      setTimeout(() => resolve(false), TIMEOUT);
    });
    this.#channel.postMessage({ question, id });
    return answer.finally(() => this.#waiting.delete(id));
  }

  /** Answers the questions of other pages from now on. @param {(question: string) => boolean} isTrue */
  onQuery(isTrue) {
    this.#answers.push(isTrue);
  }

  /** Sends a message to the other pages. @param {string} message */
  send(message) {
    this.#channel?.postMessage({ message });
  }

  /** @param {(message: string) => void} listener Called with the messages of other pages. */
  onMessage(listener) {
    this.#listeners.push(listener);
  }

  /** Asks and answers no more. */
  close() {
    this.#channel?.close();
  }
}

/** The channel to the other pages, or null if the browser denies it, as then there is nothing to share with them. */
function opened() {
  try {
    return new BroadcastChannel("usher");
  } catch {
    return null;
  }
}
