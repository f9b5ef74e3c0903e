/** The session in the storage of this browser tab, which a reload continues. */

const SLOT = "usher.session";

/**
 * @param {string} launch The launch in the page's address: another address starts another session.
 * @returns {string|null} The id of the session that this tab showed.
 */
export function rememberedSession(launch) {
  try {
    const saved = JSON.parse(sessionStorage.getItem(SLOT));
    return saved?.launch === launch ? saved.id : null;
  } catch {
    return null;
  }
}

/** @param {string} launch @param {string} id */
export function rememberSession(launch, id) {
  try {
    sessionStorage.setItem(SLOT, JSON.stringify({ launch, id }));
  } catch {
    // Storage is blocked: a reload will start a new session, and everything else works.
  }
}
