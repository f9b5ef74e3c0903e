/**
 * Questions and news among the open pages of this origin, for pages without TLS: browsers have no Web Locks there.
 *
 * A page that is closed or has crashed gives no answer, so nothing has to be cleared after it.
 */

/** The time to wait for an answer of another page, in milliseconds. */
const PATIENCE = 200;

const channel = navigator.locks ? null : opened();
const answers = [];
const listeners = [];
/** The functions that end the wait for an answer, by the id of the question. */
const waiting = new Map();

channel?.addEventListener("message", ({ data: { question, news, confirmed, id } }) => {
  if (confirmed) waiting.get(confirmed)?.(true);
  if (question && answers.some((isTrue) => isTrue(question))) channel.postMessage({ confirmed: id });
  if (news) for (const listener of listeners) listener(news);
});

/** The channel to the other pages; none if the browser denies it, as then there is nothing to share with them. */
function opened() {
  try {
    return new BroadcastChannel("usher");
  } catch {
    return null;
  }
}

/** Asks the other pages. @param {string} question @returns {Promise<boolean>} Whether one of them confirms it. */
export async function ask(question) {
  if (!channel) return false;
  const id = `${Date.now()} ${Math.random()}`;
  const answer = new Promise((resolve) => {
    waiting.set(id, resolve);
    setTimeout(() => resolve(false), PATIENCE);
  });
  channel.postMessage({ question, id });
  return answer.finally(() => waiting.delete(id));
}

/** Answers the questions of other pages from now on. @param {(question: string) => boolean} isTrue */
export function answer(isTrue) {
  answers.push(isTrue);
}

/** @param {string} news What the other pages are to know. */
export function tell(news) {
  channel?.postMessage({ news });
}

/** @param {(news: string) => void} listener Called with the news of other pages. */
export function listen(listener) {
  listeners.push(listener);
}
