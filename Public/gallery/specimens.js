/** The elements of the gallery by kind, each with the states in which it is shown. */

const picture = { url: "/favicon.svg", alt: "A picture" };
const price = { amount: 24900, currency: "EUR" };
const long = "A text that is longer than anyone has planned, as in a language with compound words: Donaudampfschifffahrtsgesellschaft";
const report = (payload) => ({ output: "choose", payload });
const option = (key, more) => ({ key, label: key, report: report(key), ...more });
const row = (title, more) => ({ key: title, title, report: report(title), ...more });
const field = (name, label, input, more) => ({ name, label, input, ...more });

/** By kind and by the name of the state: the elements of a screen. A state can be an object with `messages`, too. */
export const specimens = {
  heading: {
    "the three levels": [1, 2, 3].map((level) => ({ kind: "heading", text: `Level ${level}`, level })),
    "a long text": [{ kind: "heading", text: long }],
  },
  text: {
    "all styles": ["body", "secondary", "caption", "code"].map((style) => ({ kind: "text", text: `In the style ${style}`, style })),
    paragraphs: [{ kind: "text", text: `The first paragraph.\n\n${long}` }],
  },
  image: {
    "a picture": [{ kind: "image", ...picture, aspect: "16:9" }],
    "a symbol, characters": [{ kind: "image", symbol: "map", alt: "A map" }, { kind: "image", characters: "水", alt: "Water" }],
    missing: [{ kind: "image", url: "/pictures/missing.png", alt: "What would be seen here", aspect: 2 }],
  },
  button: {
    "all roles": ["primary", "plain", "destructive", "cancel"].map((role) => ({ kind: "button", output: "press", label: `The role ${role}`, role, payload: role })),
    "with more": [
      { kind: "button", output: "press", label: "A symbol and a badge", symbol: "cart", badge: "3" },
      { kind: "button", output: "press", label: "Later", enabledAt: "2999-01-01T00:00:00Z" },
      { kind: "button", output: "press", label: "Bar", placement: "trailing", symbol: "heart", selected: true },
    ],
    "not possible": [{ kind: "button", output: "closed", label: "Not offered", role: "primary" }, { kind: "button", output: "press", label: "Disabled", disabled: true }],
    "at work": [{ kind: "button", output: "press", label: "Pressed", role: "primary" }],
  },
  form: {
    fields: [{ kind: "form", output: "save", submit: "Save", fields: [
      field("name", "Name", "text", { required: true, help: "As on your passport." }), field("mail", "E-mail", "email", { placeholder: "ann@example.org" }),
      field("city", "City", "choice", { choices: [{ value: "b", label: "Berlin" }, { value: "p", label: "Paris" }] }),
      field("about", "About you", "multiline"), field("news", "Newsletter", "toggle", { value: true }), field("secret", "Password", "password"),
    ] }],
    "with messages": {
      view: [{ kind: "form", output: "save", submit: "Save", fields: [field("name", "Name", "text", { value: "A" }), field("mail", "E-mail", "email")] }],
      messages: [
        { code: "form", level: "error", text: "Something is missing." }, { code: "name", level: "error", text: "The name is too short.", pointer: "/name" },
        { code: "mail", level: "warning", text: "This address is unusual.", pointer: "/mail" },
      ],
    },
    files: [{
      kind: "form", output: "send", submit: "Send",
      fields: [
        field("photo", "Photo", "file", { files: { accept: "image/*", bytes: 5_000_000, count: 1 } }),
        field("papers", "Papers", "file", { files: { bytes: 5_000_000, count: 3 }, help: "Up to three files." }),
      ],
    }],
    "a code": [{ kind: "form", output: "code", submit: "Confirm", fields: [field("code", "Code", "oneTimeCode")] }],
    "not possible": [{ kind: "form", output: "closed", submit: "Save", fields: [field("name", "Name", "text")] }],
    "at work": [{ kind: "form", output: "save", submit: "Save", fields: [field("name", "Name", "text", { value: "Ann" })] }],
  },
  list: {
    rows: [{ kind: "list", sections: [{ key: "s", header: "A header", footer: "A footer", rows: [
      row("All parts", { subtitle: "A subtitle", image: { symbol: "tag" }, badge: "7", price, accessory: "disclosure" }),
      row("Selected", { selected: true, accessory: "checkmark" }), row("A time", { time: "2026-11-21T09:31:00Z" }), { key: "plain", title: "Nothing to press" }, row(long),
    ] }] }],
    "with controls": [{ kind: "list", sections: [{ key: "s", rows: [
      { key: "a", title: "A stepper", control: { kind: "stepper", output: "count", label: "Pieces", value: 2 } },
      { key: "b", title: "A switch", control: { kind: "toggle", output: "switch", label: "Gift", value: true } },
      { key: "c", title: "A button", control: { kind: "button", output: "press", label: "Remove", role: "destructive" } },
    ] }] }],
    empty: [{ kind: "list", sections: [], empty: { title: "Nothing yet", text: "There will be.", symbol: "list" } }],
    "not possible": [{ kind: "list", sections: [{ key: "s", rows: [{ key: "a", title: "A closed row", report: { output: "closed" } }] }] }],
    "at work": [{ kind: "list", sections: [{ key: "s", rows: [row("Pressed", { accessory: "disclosure" })] }] }],
  },
  grid: {
    cards: [{ kind: "grid", header: "A header", cards: [
      { key: "a", title: "All parts", subtitle: "A subtitle", image: picture, badge: "New", price, report: report("a"), control: { kind: "button", output: "press", label: "Add" } },
      { key: "b", title: "Characters", image: { characters: "水" }, report: report("b") }, { key: "c", title: long },
    ] }],
    empty: [{ kind: "grid", cards: [], empty: { title: "Nothing found", symbol: "search" } }],
    "at work": [{ kind: "grid", cards: [{ key: "a", title: "Pressed", image: picture, report: report("a") }] }],
  },
  card: { usual: [{ kind: "card", title: "A card", subtitle: "About one thing", image: picture, price, report: report("a") }] },
  hero: { usual: [{ kind: "hero", title: "A hero", subtitle: "Size M", text: long, badge: "New", image: picture, price, action: { label: "Buy", output: "press" } }] },
  gallery: { usual: [{ kind: "gallery", label: "Views", images: [picture, { ...picture, url: "/favicon.svg?2" }] }] },
  segments: {
    usual: [{ kind: "segments", label: "Order", options: [option("Newest", { selected: true }), option("Cheapest"), option("Best")] }],
    "not possible": [{ kind: "segments", label: "Order", options: [{ key: "a", label: "Newest", selected: true }, { key: "b", label: "Cheapest" }] }],
    "at work": [{ kind: "segments", label: "Order", options: [option("Pressed"), option("Before", { selected: true })] }],
  },
  chips: {
    one: [{ kind: "chips", label: "Category", options: [option("All", { selected: true }), option("Shoes", { badge: "4" }), option("Jackets")] }],
    several: [{ kind: "chips", label: "Filters", several: true, options: [option("In stock", { selected: true }), option("Reduced", { selected: true }), option("Used")] }],
  },
  swatches: {
    usual: [{ kind: "swatches", label: "Color", options: [option("Rust", { color: "#c85c36", selected: true }), option("Sea", { color: "#24546b" }), option("Snow", { color: "#f4f5f4" })] }],
  },
  stepper: {
    usual: [{ kind: "stepper", output: "count", label: "Guests", value: 2, min: 0, max: 4 }],
    "at an end": [{ kind: "stepper", output: "count", label: "Guests", value: 4, min: 0, max: 4 }],
    "not possible": [{ kind: "stepper", output: "closed", label: "Guests", value: 2 }],
  },
  toggle: {
    "on and off": [{ kind: "toggle", output: "switch", label: "On", value: true, help: "With a help." }, { kind: "toggle", output: "switch", label: "Off", value: false }],
    "not possible": [{ kind: "toggle", output: "closed", label: "On", value: true }, { kind: "toggle", output: "closed", label: "Off", value: false }],
    "at work": [{ kind: "toggle", output: "switch", label: "Pressed", value: false }],
  },
  search: {
    usual: [{ kind: "search", output: "find", placeholder: "Find something" }],
    "with a text": [{ kind: "search", output: "find", value: "shoes" }],
  },
  progress: {
    "known and unknown": [{ kind: "progress", label: "Known", value: 0.4 }, { kind: "progress", label: "Unknown" }],
    "can be paused": [{ kind: "progress", label: "A story", value: 0.6, output: "switch", paused: false }],
  },
  timeline: {
    usual: [{ kind: "timeline", label: "The order", steps: [
      { key: "1", title: "Placed", time: "2026-11-21T09:31:00Z", status: "done" }, { key: "2", title: "Packed", text: "In two boxes", status: "current" },
      { key: "3", title: "Delivered", status: "upcoming" },
    ] }],
  },
  map: { usual: [{ kind: "map", markers: [{ key: "b", title: "Berlin", latitude: 52.5, longitude: 13.4, report: report("b") }, { key: "l", title: "Lisbon", latitude: 38.7, longitude: -9.1, selected: true }] }] },
  empty: { usual: [{ kind: "empty", title: "Nothing yet", text: "There will be.", symbol: "bell", action: { kind: "button", output: "press", label: "Look again" } }] },
  pinned: { usual: [{ kind: "text", text: "The control is at the bottom edge." }, { kind: "pinned", title: "Sum", price, control: { kind: "button", output: "press", label: "Pay", role: "primary" } }] },
  confirm: { usual: [{ kind: "confirm", title: "Remove it?", text: "It can’t be undone.", actions: [{ label: "Remove", role: "destructive", output: "press" }, { label: "Keep", role: "cancel", output: "press" }] }] },
  properties: { "a screen without a view": null },
};
