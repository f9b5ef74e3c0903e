import { mount } from "../web/mount.js";
import { node } from "../dev/node.js";
import { readTheme } from "../web/theme/theme.js";
import { scripted } from "./scripted.js";
import { specimens } from "./specimens.js";

/**
 * The gallery: all elements of the kit in all states, with a theme of the reader's. Each specimen is a view of its own, without
 * a server. The address selects the kind: `#button`.
 */

/** The name of the states in which the first control of a specimen has been pressed. */
const AT_WORK = "at work";

const root = document.getElementById("gallery");
const choices = { scheme: "light dark", direction: "ltr", width: "narrow" };
let theme = readTheme({});
let views = [];

function draw() {
  for (const { unmount } of views) unmount();
  const kind = Object.hasOwn(specimens, location.hash.slice(1)) ? location.hash.slice(1) : "button";
  root.querySelector(".kinds").replaceChildren(...Object.keys(specimens).map((each) =>
    node("a", { href: `#${each}`, "aria-current": each === kind && "page" }, each)));
  const places = Object.entries(specimens[kind]).map(([name, content]) => {
    const view = node("div", { class: "specimen__view" });
    return { name, content, view, section: node("section", { class: "specimen", "aria-label": `${kind}: ${name}` }, node("h2", {}, name), view) };
  });
  const area = root.querySelector(".specimens");
  area.dataset.width = choices.width;
  area.replaceChildren(...places.map(({ section }) => section));
  views = places.map(({ name, content, view }) => {
    const screen = Array.isArray(content) || !content ? { view: content } : content;
    const mounted = mount(view, { ...scripted({ ...screen, title: capitalized(name), direction: choices.direction }), theme });
    view.querySelector("usher-view").shadowRoot.querySelector(".usher").style.setProperty("color-scheme", choices.scheme);
    if (name === AT_WORK) mounted.on("screen", () => setTimeout(() => press(view)));
    return mounted;
  });
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Presses the first control of a specimen. */
function press(view) {
  const control = view.querySelector("usher-view")?.shadowRoot.querySelector(".column :is(button[type=submit], button, input[type=checkbox], a[href])");
  control?.click();
}

function choice(label, name, values) {
  const select = node("select", { on: { change: () => { choices[name] = select.value; draw(); } } }, values.map((value) => node("option", {}, value)));
  return node("label", {}, label, select);
}

function themeEditor() {
  const text = node("textarea", { "aria-label": "theme.json", spellcheck: "false" }, '{ "colors": { "light": { "accent": "#7a1f5c" } }, "radius": 4 }');
  const problems = node("p", { role: "alert" });
  const apply = () => {
    try {
      theme = readTheme(JSON.parse(text.value));
      problems.textContent = "";
      draw();
    } catch (failure) {
      problems.textContent = failure.message;
    }
  };
  return node("details", { class: "theme" }, node("summary", {}, "Theme"), text, node("button", { type: "button", on: { click: apply } }, "Use this theme"), problems);
}

async function begin() {
  // Only a server for development has this.
  const { ok } = await fetch("/dev/inbox").catch(() => ({ ok: false }));
  if (!ok) return root.replaceChildren(node("p", { class: "wait" }, "The gallery is for developers: usher serve --dev"));
  root.replaceChildren(
    node("header", { class: "head" },
      node("h1", {}, "Gallery"),
      node("nav", { class: "kinds", "aria-label": "Elements" }),
      node("div", { class: "choices" },
        choice("Colors", "scheme", ["light dark", "light", "dark"]), choice("Direction", "direction", ["ltr", "rtl"]), choice("Width", "width", ["narrow", "wide"])),
      themeEditor()),
    node("main", { class: "specimens" }));
  addEventListener("hashchange", draw);
  draw();
}

begin();
