/**
 * Lists a session for which this browser has the cookie, so that a new page of its application continues it.
 * @param {string} id @param {string} app
 * @returns {string} The address of that page.
 */
export function registerSession(id, app) {
  const key = "usher.sessions";
  const others = JSON.parse(localStorage.getItem(key) ?? "[]").filter((each) => each.id !== id);
  localStorage.setItem(key, JSON.stringify([{ id, app, isDefault: false, usedAt: Date.now(), isWithheld: false }, ...others]));
  return `/${app}`;
}
