/**
 * The sessions of this browser, so that a page which is opened again continues the latest one of its application.
 *
 * An entry opens nothing: the cookie does, and the server decides whether it is still valid. An entry that is withheld is of a
 * session that was open when a user of this browser logged out: its own tab continues it, a new one does not.
 */

const STORAGE_KEY = "usher.sessions";
/** The number of sessions in the list. A session that is cut off is still in the browser's cookies. */
const MOST_SESSIONS = 20;
/** The time for which a session in front is not written again, in milliseconds. */
const WRITE_INTERVAL = 30_000;

/**
 * Puts a session at the front.
 * @param {{id: string, app: string, isDefault: boolean}} session `isDefault`: the page's address named no application.
 */
export function listSession({ id, app, isDefault }) {
  const all = sessions();
  if (all[0]?.id === id && Date.now() - all[0].usedAt < WRITE_INTERVAL) return;
  const others = all.filter((each) => each.id !== id);
  const known = all.find((each) => each.id === id);
  const entry = { id, app, isDefault: isDefault || known?.isDefault, usedAt: Date.now(), isWithheld: known?.isWithheld };
  save([entry, ...others].slice(0, MOST_SESSIONS));
}

/** Withholds all sessions but one from new tabs. @param {string} id */
export function withholdOthers(id) {
  save(sessions().map((each) => ({ ...each, isWithheld: each.id !== id })));
}

/** Removes a session that is gone. @param {string} id */
export function unlistSession(id) {
  const all = sessions();
  const others = all.filter((each) => each.id !== id);
  if (others.length < all.length) save(others);
}

/**
 * The ids of an application's sessions that new tabs may continue, the last used first.
 * @param {string} [app] The name of the application. If it is missing, the server's default.
 */
export function listedSessions(app) {
  const fitting = sessions().filter((each) => !each.isWithheld && (app ? each.app === app : each.isDefault));
  return fitting.sort((one, other) => other.usedAt - one.usedAt).map(({ id }) => id);
}

function sessions() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY));
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}

function save(sessions) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(sessions));
  } catch {
    // Storage is blocked: the page will start a new session when it is opened again.
  }
}
