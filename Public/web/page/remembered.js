/** The session in the storage of this browser tab, which a reload continues. */

const STORAGE_KEY = "usher.session";

/**
 * @param {string} [app] The application that the page's address asks for. If it is missing, the server's default.
 * @returns {string|null} The id of the session that this tab showed, if it is one of that application.
 */
export function rememberedSession(app) {
  const saved = read();
  return saved && (app ? saved.app === app : saved.isDefault) ? saved.id : null;
}

/**
 * @param {{id: string, app: string, isDefault: boolean}} session `isDefault`: the page's address named no application.
 */
export function rememberSession({ id, app, isDefault }) {
  const saved = read();
  try {
    // The address has named the application since the session was started.
    const isStill = saved?.id === id && saved.isDefault;
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ id, app, isDefault: isDefault || isStill }));
  } catch {
    // Storage is blocked: a reload will start a new session, and everything else works.
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}
