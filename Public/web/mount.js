import { declarationOf } from "./render/element.js";
import { describe } from "./description.js";
import { EmbeddedHost } from "./embedded-host.js";
import { ownTree } from "./own-tree.js";
import { PageHost } from "./page/page-host.js";
import { Session } from "./client.js";
import { View } from "./view.js";

/**
 * @typedef {import("./render/context.js").Context} Context
 */

/**
 * A renderer of an element: its description as in the state, and its context, which reports outputs.
 * @typedef {(description: any, context: Context) => any} ElementRenderer
 */

/**
 * A renderer of a screen, below its bar: the screen as in the state, with `props`, and its context.
 * @typedef {(screen: import("./client.js").Screen, context: Context) => any} ScreenRenderer
 */

/**
 * @typedef {object} MountOptions
 * @property {string} [server] The origin of the server, such as `https://shop.example`. By default the page's own.
 * @property {string} [app] The application, or the server's default.
 * @property {import("./client.js").Session} [session] A session that you have. It stays open when the view is unmounted.
 *   Otherwise the view opens one.
 * @property {import("./client.js").Launch} [launch] Starts a session with these values in any case, such as the input of a
 *   flow.
 * @property {string} [name] The name of the view, if several on one page have the same application, so that each continues its
 *   own session after a reload.
 * @property {"embedded"|"page"} [navigation] `embedded`, the default, takes nothing of the page. `page` is for a page of the
 *   server that has nothing else: its address, title and history follow the session.
 * @property {import("./theme/theme.js").Theme} [theme] Made by `readTheme`.
 * @property {Record<string, ElementRenderer>} [elements] Renderers of elements by their kind, of your own or in place of the
 *   kit's.
 * @property {Record<string, ScreenRenderer>} [screens] Renderers of screens by their name.
 * @property {Record<string, object>} [words] The kit's own words by language, such as `{ en: { send: "Go" } }`. Others stay.
 * @property {string|CSSStyleSheet} [styles] The style sheet, or its address. By default the
 *   files beside the script.
 * @property {string} [pictures] The origin of pictures without one, by default the server.
 * @property {string} [placeholders] The address of a folder with drawings for empty lists.
 * @property {(failure: unknown) => void} [onError] Called with errors of listeners.
 */

/**
 * @typedef {object} Mounted
 * @property {import("./client.js").Session} session
 * @property {(name: "screen"|"ended"|"failed", listener: (detail: any) => void) => () => void} on `screen`: another screen is
 *   in front, `{key, name, title}`. `ended`: the session has ended, `{result}`. `failed`: nothing can be drawn any more,
 *   `{failure}`. Returns a function that removes the listener.
 * @property {(options?: {isAtStart?: boolean}) => Promise<void>} restart Starts a new session.
 * @property {() => Promise<void>} openDevices Opens the dialog for other devices.
 * @property {() => void} unmount Removes everything that the view has put into the page, and closes the session that it has
 *   opened. The server keeps that, and the next view continues it.
 */

/**
 * Shows an application in an element of a page.
 *
 * ```js
 * const place = document.querySelector("#checkout");
 * const checkout = mount(place, { server: "https://shop.example", app: "checkout", launch: { input: { cart } } });
 * checkout.on("ended", ({ result }) => thank(result));
 * ```
 * @param {Element} element
 * @param {MountOptions & Partial<import("./client.js").Platform>} [options] Any other option is one of the session's.
 * @returns {Mounted}
 */
export function mount(element, options = {}) {
  const {
    navigation, server, app, session, launch, name, theme, elements, screens, words, styles, pictures, placeholders, ...others
  } = options;
  const host = navigation === "page" ? new PageHost() : new EmbeddedHost({ server, launch, name: name ?? app, pictures });
  const client = session ?? new Session({
    client: () => ({ ...describe(), ...declarationOf({ elements, screens }) }), onError: reportError, ...host.sessionOptions, ...others, server, app,
  });
  const tree = host.ownsPage ? { root: element, themed: element.ownerDocument.documentElement } : ownTree(element, styles);
  const stopTheme = theme?.applyTo(tree.themed ?? tree.root);
  const events = new EventTarget();
  const call = (type, detail) => events.dispatchEvent(new CustomEvent(type, { detail }));
  const view = new View(tree.root, host, client, {
    elements, screens, words, placeholders, brand: theme?.name, transform: theme?.transform, onFailure: (failure) => call("failed", { failure }),
  });
  const stopEvents = follow(client, call);
  let isMounted = true;
  const start = () => isMounted && view.start();
  if (tree.ready) tree.ready.then(start);
  else start();
  return {
    session: client,
    on(type, listener) {
      const hear = ({ detail }) => listener(detail);
      events.addEventListener(type, hear);
      return () => events.removeEventListener(type, hear);
    },
    restart: (how) => view.restart(how),
    openDevices: () => view.openDevices(),
    unmount() {
      if (!isMounted) return;
      isMounted = false;
      stopEvents();
      view.close();
      stopTheme?.();
      tree.remove?.();
      if (!session) client.close();
    },
  };
}

/** Tells when another screen is in front, and when the session has ended. */
function follow(client, call) {
  let shown = null;
  let ended = null;
  return client.on("display", ({ state, phase }) => {
    const { id, focus, screens, result } = state ?? {};
    const screen = phase === "open" && screens?.[focus];
    if (screen && shown !== `${id} ${focus}`) call("screen", { key: focus, name: screen.name, title: screen.title ?? "" });
    if (screen) shown = `${id} ${focus}`;
    if (phase === "ended" && ended !== id) call("ended", { result });
    if (phase === "ended") ended = id;
  });
}
