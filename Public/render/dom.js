/**
 * A small virtual DOM: the rest of the client describes the page, and this module changes the document to match.
 *
 * Children are matched by key, so an element lives as long as the thing it shows: focus, scroll position and typed text are
 * kept across drawings.
 */

const SVG = "http://www.w3.org/2000/svg";

/** The last drawing of each element: `{node, children}`. */
const drawings = new WeakMap();
/** Elements that are being removed: still visible, but no longer part of the description. */
const leaving = new WeakSet();
/** The event handlers by element and type; each listener is added once. */
const handlers = new WeakMap();
/** The `mounted` hooks of elements created by the current drawing. */
let mounts = [];

/**
 * Describes one element.
 *
 * Properties are attributes, except
 * - `key`: identity among siblings; by default the tag and its ordinal,
 * - `on`: event handlers by type,
 * - `style`: an object, set through the CSSOM,
 * - `value`, `checked`: the server's value. Applied when it changes and the user has not changed it meanwhile; with
 *   `live: true` applied on every drawing,
 * - `mounted(element)`: called once, when the element is in the document,
 * - `leave`: `true`, or a predicate of the element, to finish CSS transitions on `[data-leaving]` before its removal.
 *
 * @param {string} tag
 * @param {object} [props]
 * @param {...(object|string|number|Array|null|undefined|false)} children
 * @returns {{tag: string, props: object, children: object[]}}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: nodesOf(children) };
}

/**
 * Changes the content of `container` to match `children`.
 * @param {Element} container
 * @param {...*} children As in {@link h}.
 */
export function draw(container, ...children) {
  reconcile(container, nodesOf(children));
  const mounted = mounts;
  mounts = [];
  for (const mount of mounted) mount();
}

/**
 * Resets an input to the server's last value, discarding typed text.
 * @param {HTMLInputElement|HTMLTextAreaElement|HTMLSelectElement} input
 */
export function restore(input) {
  const props = drawings.get(input)?.node.props ?? {};
  if ("checked" in props) input.checked = Boolean(props.checked);
  else input.value = props.value ?? "";
}

/**
 * Whether an input has another value than the server's.
 * @param {HTMLInputElement|HTMLTextAreaElement|HTMLSelectElement} input
 */
export function isEdited(input) {
  const props = drawings.get(input)?.node.props;
  if (!props) return false;
  return "checked" in props ? input.checked !== Boolean(props.checked) : input.value !== (props.value ?? "");
}

function nodesOf(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== true)
    .map((child) => (typeof child === "object" ? child : { tag: "#text", text: String(child), props: {}, children: [] }));
}

/** Pairs each node with a key that is unique among its siblings. */
function keyed(nodes) {
  const seen = new Map();
  return nodes.map((node) => {
    const name = node.props.key ?? `<${node.tag}>`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return [count ? `${name} ${count}` : name, node];
  });
}

function reconcile(parent, nodes) {
  const drawing = drawings.get(parent) ?? { node: null, children: [] };
  drawings.set(parent, drawing);
  const unclaimed = new Map(drawing.children.map((child) => [child.key, child]));
  drawing.children = keyed(nodes).map(([key, node]) => {
    const old = unclaimed.get(key);
    if (!old || old.node.tag !== node.tag) return { key, node, dom: create(node, parent) };
    unclaimed.delete(key);
    update(old.dom, old.node, node);
    return { key, node, dom: old.dom };
  });
  for (const { dom, node } of unclaimed.values()) remove(dom, node);

  let cursor = parent.firstChild;
  for (const { dom } of drawing.children) {
    while (cursor && leaving.has(cursor)) cursor = cursor.nextSibling;
    if (dom === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(dom, cursor);
  }
}

function create(node, parent) {
  if (node.tag === "#text") return document.createTextNode(node.text);
  const isSVG = node.tag === "svg" || parent.namespaceURI === SVG;
  const element = isSVG ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  update(element, null, node);
  if (node.props.mounted) mounts.push(() => node.props.mounted(element));
  return element;
}

function update(dom, old, node) {
  if (node.tag === "#text") {
    if (old.text !== node.text) dom.data = node.text;
    return;
  }
  const before = old?.props ?? {};
  const after = node.props;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (special.has(name) || before[name] === after[name]) continue;
    setAttribute(dom, name, after[name]);
  }
  restyle(dom, before.style, after.style);
  listen(dom, after.on);
  reconcile(dom, node.children);
  drawings.get(dom).node = node;
  // After the children: a select accepts only a value of one of its options.
  if ("value" in after) follow(dom, "value", before.value ?? "", after.value ?? "", after.live || !old);
  if ("checked" in after) follow(dom, "checked", Boolean(before.checked), Boolean(after.checked), after.live || !old);
}

const special = new Set(["key", "on", "style", "value", "checked", "live", "mounted", "leave"]);

function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

function restyle(element, before = {}, after = {}) {
  for (const name of Object.keys(before)) if (!(name in after)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(after)) if (before[name] !== value) element.style.setProperty(name, value);
}

function listen(element, on) {
  if (!on && !handlers.has(element)) return;
  const known = handlers.get(element) ?? { attached: new Set() };
  known.on = on ?? {};
  handlers.set(element, known);
  for (const type of Object.keys(known.on)) {
    if (known.attached.has(type)) continue;
    known.attached.add(type);
    element.addEventListener(type, (event) => known.on[type]?.(event));
  }
}

function follow(element, property, was, now, always) {
  const untouched = element[property] === was;
  if (element[property] !== now && (always || (was !== now && untouched))) element[property] = now;
}

function remove(dom, node) {
  const { leave } = node.props;
  const stays = typeof leave === "function" ? leave(dom) : leave;
  if (!stays) return dom.remove();
  leaving.add(dom);
  dom.inert = true;
  dom.setAttribute("aria-hidden", "true");
  dom.dataset.leaving = "";
  const transitions = dom.getAnimations({ subtree: true }).filter((animation) => animation instanceof CSSTransition);
  if (transitions.length === 0) return dom.remove();
  Promise.allSettled(transitions.map((transition) => transition.finished)).then(() => dom.remove());
}
