/**
 * Stores the session of this browser tab.
 *
 * It is in the tab's own storage, so that a reload continues it and two tabs never share a session. A duplicated tab gets
 * a copy of that storage: a lock, open while a tab is open, distinguishes the original from the copy.
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
    return saved?.launch === launch && (await claim(saved.id)) ? saved.id : null;
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
  claim(id);
}

const open = new Set();

/** Resolves to whether this tab is the one that shows the session. */
function claim(id) {
  if (open.has(id) || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      open.add(id);
      resolve(true);
      return new Promise(() => {});
    };
    navigator.locks.request(`usher.session.${id}`, { signal: AbortSignal.timeout(HANDOVER) }, hold).catch(() => resolve(false));
  });
}
