import { isSupported } from "./browsers.js";
import { mount } from "./web/mount.js";
import { registerWorker } from "./register-worker.js";
import { takeFirst } from "./first.js";

/** The page that ships: the kit with the whole page, its service worker, and the tools for developers. */

/** The time after which the tools for developers are loaded, so that they don't delay the screen. In milliseconds. */
const TOOLS_DELAY = 300;

/** The first request and its response, if the server is one for development. */
let development = null;
/** The tools for developers, as a promise that is made after the first screen. */
let tools = null;

/** Loads the tools for developers when the screen has been drawn, and shows them the state. */
function showTools(view, { request, response }) {
  tools ??= new Promise((resolve) => setTimeout(resolve, TOOLS_DELAY))
    .then(() => import("./dev/drawer.js"))
    .then(({ Drawer }) => {
      const drawer = new Drawer(view);
      drawer.record(request, response);
      return drawer;
    });
  tools.then((drawer) => drawer.update()).catch(() => {});
}

// The early script tells the user of an older browser.
if (isSupported()) {
  const view = mount(document.getElementById("app"), { navigation: "page", placeholders: "/pictures/placeholders/", early: takeFirst() });
  view.session.on("response", ({ request, response }) => {
    if (response.headers.has("Usher-Development")) development ??= { request, response };
  });
  view.session.on("display", ({ state }) => {
    if (!state) return;
    registerWorker();
    if (development) showTools(view, development);
  });
}
