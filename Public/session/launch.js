/**
 * The application or link that a page's address asks for; the server's default if empty.
 * @param {{search: string}} location
 * @returns {{app?: string, link?: string}}
 */
export function launchOf({ search }) {
  const asked = new URLSearchParams(search);
  return Object.fromEntries(["app", "link"].flatMap((name) => (asked.get(name) ? [[name, asked.get(name)]] : [])));
}
