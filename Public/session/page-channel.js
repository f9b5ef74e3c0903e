/**
 * Questions and messages among the open pages of this origin, for pages without TLS: browsers have no Web Locks there.
 *
 * A page that is closed or has crashed gives no answer, so nothing has to be cleared after it.
 */

/** The time to wait for an answer of another page, in milliseconds. */
const TIMEOUT = 200;

const channel = navigator.locks ? null : opened();
const answers = [];
const listeners = [];
/** The functions that end the wait for an answer, by the id of the question. */
const waiting = new Map();

channel?.addEventListener("message", ({ data: { question, message, confirmed, id } }) => {
  if (confirmed) waiting.get(confirmed)?.(true);
  if (question && answers.some((isTrue) => isTrue(question))) channel.postMessage({ confirmed: id });
  if (message) for (const listener of listeners) listener(message);
});

/** The channel to the other pages, or null if the browser denies it, as then there is nothing to share with them. */
function opened() {
  try {
    return new BroadcastChannel("usher");
  } catch {
    return null;
  }
}

/** Asks the other pages. @param {string} question @returns {Promise<boolean>} Whether one of them confirms it. */
export async function query(question) {
  if (!channel) return false;
  const id = `${Date.now()} ${Math.random()}`;
  const answer = new Promise((resolve) => {
    waiting.set(id, resolve);
    setTimeout(() => resolve(false), TIMEOUT);
  });
  channel.postMessage({ question, id });
  return answer.finally(() => waiting.delete(id));
}

/** Answers the questions of other pages from now on. @param {(question: string) => boolean} isTrue */
export function onQuery(isTrue) {
  answers.push(isTrue);
}

/** Sends a message to the other pages. @param {string} message */
export function send(message) {
  channel?.postMessage({ message });
}

/** @param {(message: string) => void} listener Called with the messages of other pages. */
export function onMessage(listener) {
  listeners.push(listener);
}
