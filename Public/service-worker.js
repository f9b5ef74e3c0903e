/* global SHELL */

/**
 * Shows the pages of the client and of the front door when the server can't be reached. It stores the files of one release, which
 * `SHELL` of the bundler lists, when it is installed, and nothing else: no request to the API passes through it, so it never has
 * anything of a session.
 *
 * It also shows the notifications that the server pushes to the browser while no client follows a session.
 */

/** The first segments of the server's own paths, which are names of no application. */
const SYSTEM = /^\/(v1|dev|door|gallery|inspector|problems|healthz|readyz|metrics)(\/|$)/;

const CACHE = `usher-shell-${SHELL.version}`;
const door = absolute("./");
const page = absolute("index.html");
/** The files with names that change with their content. The files after them must be asked for again. */
const hashed = new Set(SHELL.hashed.map(absolute));
const others = new Set([door, page, ...SHELL.others.map(absolute)]);

addEventListener("install", (event) => {
  // The next release doesn't wait until all pages of this one are closed, because an open page has all its files.
  event.waitUntil(precache().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET") return;
  const file = fileOf(url);
  if (event.request.mode === "navigate" && isApplicationPage(url)) event.respondWith(networkFirst(event.request, page));
  else if (hashed.has(file)) event.respondWith(cached(file).then((response) => response ?? fetch(event.request)));
  else if (others.has(file)) event.respondWith(networkFirst(event.request, file));
});

addEventListener("push", (event) => {
  const { title, text, url, tag } = event.data.json();
  const options = { body: text, tag, data: { url }, icon: absolute("icons/icon-192.png") };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPlace(new URL(event.notification.data.url, registration.scope)));
});

/** Opens a place in the window that shows its application, or in a new one. */
async function openPlace({ href, origin, pathname }) {
  if (origin !== new URL(registration.scope).origin) return;
  const app = pathname.split("/")[1];
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname.split("/")[1] === app);
  if (!open) return clients.openWindow(href);
  await open.focus();
  // A window that another worker controls can't be sent anywhere. It shows the state as it is.
  return open.navigate(href).catch(() => {});
}

async function precache() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...hashed, ...others]);
  const html = (await Promise.all([page, door].map(async (each) => (await cache.match(each)).text()))).join();
  // The server may have changed to another release meanwhile. Then its worker is the next one.
  if (!SHELL.hashed.every((name) => html.includes(name))) throw new Error("The page is of another release.");
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("usher-shell-") && name !== CACHE).map((name) => caches.delete(name)));
}

async function cached(file) {
  return (await caches.open(CACHE)).match(file);
}

/** The file as the server has it, or the stored one if the server or a proxy before it can't respond. */
async function networkFirst(request, file) {
  try {
    const response = await fetch(request);
    return [502, 503, 504].includes(response.status) ? (await cached(file)) ?? response : response;
  } catch (failure) {
    const response = await cached(file);
    if (!response) throw failure;
    return response;
  }
}

/** The address of a file. The client is at the address of the front door with a query, which says which application it shows. */
function fileOf(url) {
  const { origin, pathname, search } = new URL(url);
  const file = origin + pathname;
  return file === door && search ? page : file;
}

/** Whether an address can belong to a place in an application. The page is the same for all of them. */
function isApplicationPage(url) {
  const { pathname } = new URL(url);
  return /^\/[a-z0-9-]+(\/|$)/.test(pathname) && !SYSTEM.test(pathname);
}

function absolute(name) {
  return new URL(name, registration.scope).href;
}
