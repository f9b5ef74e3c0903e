/**
 * The addresses of the page. `/market/product/milk` is the address of the link `usher://market/product/milk`, and `/market` is
 * the address of the application, wherever its session is.
 */

const LINK = /^usher:\/\/([a-z0-9-]+)(\/.*)?$/;
const PATH = /^\/([a-z0-9-]+)(\/.*)?$/;

/** The page's address of a link. @param {string|undefined} link @returns {string|undefined} None for a link that has none. */
export function addressOf(link) {
  const [, app, rest] = LINK.exec(link ?? "") ?? [];
  return app && `/${app}${rest ?? "/"}`;
}

/**
 * The application or link that the page's address asks for, or the server's default if empty.
 *
 * `?app=NAME` and `?link=usher://…` ask as the path does, except that such a link gets a session of its own.
 * @param {{pathname: string, search: string}} location
 * @returns {{app?: string, link?: string, isSeparate: boolean}}
 */
export function launchOf({ pathname, search }) {
  const asked = new URLSearchParams(search);
  const link = asked.get("link") ?? undefined;
  if (link) return { app: LINK.exec(link)?.[1] ?? asked.get("app") ?? undefined, link, isSeparate: true };
  const [, app, rest] = PATH.exec(pathname) ?? [];
  if (!app) return { app: asked.get("app") || undefined, isSeparate: false };
  for (const name of ["app", "new"]) asked.delete(name);
  const query = String(asked).replaceAll("+", "%20");
  return { app, link: rest && `usher://${app}${rest}${query && `?${query}`}`, isSeparate: false };
}

/** Whether the page comes back to an entry of the browser's history, as by a reload: nothing is to be opened then. */
export function isReturn() {
  return Boolean(history.state?.usher);
}
