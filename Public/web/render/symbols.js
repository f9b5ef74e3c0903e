import { h } from "./dom.js";

/**
 * The symbols that an application may name: the path of each on a grid of 24 with strokes of 1.75.
 * A name is a meaning, so that every client can have its own drawing.
 */
const paths = {
  list: "M8.5 6.5h11M8.5 12h11M8.5 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
  gear: "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3.2v2.4M12 18.4v2.4M3.2 12h2.4M18.4 12h2.4M5.8 5.8l1.7 1.7M16.5 16.5l1.7 1.7M18.2 5.8l-1.7 1.7M7.5 16.5l-1.7 1.7",
  person: "M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.75 20c.6-3.4 3.4-5.4 7.25-5.4s6.65 2 7.25 5.4",
  cart: "M3.5 4.5h2.2l2 10.2h9.6l2-7.2H6.4M9 19.2h.01M16.4 19.2h.01",
  heart: "M12 19.5S4.2 15 4.2 9.4A4.1 4.1 0 0 1 12 7.6a4.1 4.1 0 0 1 7.8 1.8C19.8 15 12 19.5 12 19.5Z",
  house: "M4.2 11.2 12 4.5l7.8 6.7M6.3 9.8v9.4h4v-5h3.4v5h4V9.8",
  phone: "M8.2 3.5h7.6a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8.2A1.5 1.5 0 0 1 6.7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM10.7 17.6h2.6",
  plus: "M12 5v14M5 12h14",
  checkmark: "M5 12.6l4.6 4.6L19 7.2",
  star: "M12 4l2.4 5 5.5.7-4 3.8 1 5.5L12 16.3 7.1 19l1-5.5-4-3.8 5.5-.7Z",
  tag: "M4.2 12.3V5.6a1.4 1.4 0 0 1 1.4-1.4h6.7l7.4 7.4a1.4 1.4 0 0 1 0 2L14 19.7a1.4 1.4 0 0 1-2 0ZM8.4 8.4h.01",
  photo: "M5 5h14a1.2 1.2 0 0 1 1.2 1.2v11.6A1.2 1.2 0 0 1 19 19H5a1.2 1.2 0 0 1-1.2-1.2V6.2A1.2 1.2 0 0 1 5 5ZM4 16.5l4.7-4.6 4 4 2.6-2.5 4.7 4.4M15.5 9.2h.01",
  warning: "M12 4.5 20.5 19h-17ZM12 10v4.2M12 16.6h.01",
  search: "M10.7 16.7a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM15.2 15.2l4.6 4.6",
  map: "M9 5.2 4 7.2v12l5-2 6 2 5-2v-12l-5 2ZM9 5.2v12M15 7.2v12",
  bell: "M6.2 16.5v-5.7a5.8 5.8 0 0 1 11.6 0v5.7l1.4 1.7H4.8ZM10.2 20.6h3.6",
  pin: "M12 20.5s6.5-5.7 6.5-10.5a6.5 6.5 0 0 0-13 0c0 4.8 6.5 10.5 6.5 10.5ZM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z",
  book: "M12 6.5C10 5 7.5 4.7 4.5 4.7v13.6c3 0 5.5.3 7.5 1.8 2-1.5 4.5-1.8 7.5-1.8V4.7c-3 0-5.5.3-7.5 1.8ZM12 6.5v13.6",
  card: "M5 5.8h14a1.4 1.4 0 0 1 1.4 1.4v9.6a1.4 1.4 0 0 1-1.4 1.4H5a1.4 1.4 0 0 1-1.4-1.4V7.2A1.4 1.4 0 0 1 5 5.8ZM3.8 10h16.4M7 14.6h3",
  lock: "M7 10.8h10a1.2 1.2 0 0 1 1.2 1.2v6.8A1.2 1.2 0 0 1 17 20H7a1.2 1.2 0 0 1-1.2-1.2V12A1.2 1.2 0 0 1 7 10.8ZM8.3 10.8V8a3.7 3.7 0 0 1 7.4 0v2.8",
  envelope: "M5 5.8h14a1.4 1.4 0 0 1 1.4 1.4v9.6a1.4 1.4 0 0 1-1.4 1.4H5a1.4 1.4 0 0 1-1.4-1.4V7.2A1.4 1.4 0 0 1 5 5.8ZM4 7.5l8 5.7 8-5.7",
  calendar: "M5.5 5.8h13a1.3 1.3 0 0 1 1.3 1.3v11.4a1.3 1.3 0 0 1-1.3 1.3h-13a1.3 1.3 0 0 1-1.3-1.3V7.1a1.3 1.3 0 0 1 1.3-1.3ZM4.2 10.2h15.6M8.3 3.8v3.4M15.7 3.8v3.4",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 7.5V12l3 2",
  info: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 11.3v4.7M12 8.2h.01",
  trash: "M5 7h14M9.5 7V4.8h5V7M6.8 7l.8 12.7h8.8L17.2 7M10.3 10.5v5.8M13.7 10.5v5.8",
  pencil: "M4.5 19.5l.8-3.9L15.9 5a1.8 1.8 0 0 1 2.6 0l.5.5a1.8 1.8 0 0 1 0 2.6L8.4 18.7ZM14 7l3 3",
  filter: "M4 6h16l-6.2 7v6l-3.6-1.8V13Z",
  share: "M12 14.5V4M8.2 7.6 12 3.8l3.8 3.8M6.5 11.5H5V20h14v-8.5h-1.5",
  doc: "M6.5 3.8h7l4 4v12.4h-11ZM13.5 3.8v4h4M9.3 12h5.4M9.3 15.5h5.4",
  bag: "M5.8 8.3h12.4l1 11.7H4.8ZM8.8 10.5V7.3a3.2 3.2 0 0 1 6.4 0v3.2",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  play: "M8 5.2v13.6L19 12Z",
  close: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  minus: "M5 12h14",
  back: "M14.5 5.5 8 12l6.5 6.5",
  forward: "M9.5 5.5 16 12l-6.5 6.5",
};
/** Synonyms of the names. */
const synonyms = {
  add: "plus",
  check: "checkmark",
  creditcard: "card",
  home: "house",
  location: "pin",
  mail: "envelope",
  settings: "gear",
  user: "person",
  xmark: "close",
};
/** The symbol for an unknown name. */
const fallback = "M12 5.2l6.8 6.8-6.8 6.8L5.2 12Z";

/**
 * A symbol in the color of the surrounding text.
 * @param {string} name
 * @param {string} [alt] The text for screen readers. Without it the symbol is decoration.
 */
export function symbol(name, alt) {
  const path = paths[Object.hasOwn(synonyms, name ?? "") ? synonyms[name] : name];
  const d = typeof path === "string" ? path : fallback;
  const label = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": "true" };
  return h("svg", { class: "symbol", viewBox: "0 0 24 24", "data-symbol": name, ...label }, h("path", { d }));
}

/** A symbol, or a text, and in its place a spinner once the action has taken a while. @param {object|string} mark */
export function withSpinner(mark) {
  return h("span", { class: "working" }, h("span", { class: "working__mark" }, mark), h("span", { class: "spinner" }));
}
