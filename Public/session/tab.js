/**
 * Stores the session of this browser tab.
 *
 * It is in the tab's own storage, so that a reload continues it and two tabs never share a session. A duplicated tab gets
 * a copy of that storage: a lock, open while a tab is open, distinguishes the original from the copy. A session that no tab
 * shows can be continued by a new one.
 */

const SLOT = "usher.session";
/** The time for which a reload waits until the previous page releases the lock, in milliseconds. */
const HANDOVER = 1000;

/**
 * The session that this tab showed before it was reloaded.
 * @param {string} launch The launch in the page's address: another address starts another session.
 * @returns {Promise<string|null>} Its id.
 */
export async function recall(launch) {
  try {
    const saved = JSON.parse(sessionStorage.getItem(SLOT));
    return saved?.launch === launch && (await claim(saved.id, HANDOVER)) ? saved.id : null;
  } catch {
    return null;
  }
}

/** Stores a session for the next load of this tab. @param {string} launch @param {string} id */
export function remember(launch, id) {
  try {
    sessionStorage.setItem(SLOT, JSON.stringify({ launch, id }));
  } catch {
    // Storage is blocked: a reload will start a new session, and everything else works.
  }
  claim(id, HANDOVER);
}

/** Makes this tab the one that shows a session, if no tab does. @param {string} id @returns {Promise<boolean>} Whether it is. */
export function adoptUnshown(id) {
  // Without Web Locks, as in a page without TLS, another tab may show it.
  return navigator.locks ? claim(id, 0) : Promise.resolve(false);
}

const open = new Set();

/** Resolves to whether this tab is the one that shows the session; waits for another one to release it. */
function claim(id, patience) {
  if (open.has(id) || !navigator.locks) return Promise.resolve(true);
  const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
  return new Promise((resolve) => {
    const hold = (lock) => {
      if (!lock) return resolve(false);
      open.add(id);
      resolve(true);
      return new Promise(() => {});
    };
    navigator.locks.request(`usher.session.${id}`, options, hold).catch(() => resolve(false));
  });
}
