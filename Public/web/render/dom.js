/**
 * A small virtual DOM: the rest of the client describes the page, and this module changes the document to match.
 *
 * Children are matched by key, so an element lives as long as the thing it shows: focus, scroll position and typed text are
 * kept across drawings. Translations and extensions change the document, too, and a drawing leaves their nodes where they are.
 */

const SVG = "http://www.w3.org/2000/svg";

/** The last drawing of each element: `{node, children}`. */
const drawings = new WeakMap();
/** Elements that are being removed: still visible, but no longer part of the description. */
const leaving = new WeakSet();
/** The event handlers by element and type. Each listener is added once. */
const handlers = new WeakMap();
/** The `mounted` hooks of elements created by the current drawing. */
let mounts = [];

/**
 * Describes one element.
 *
 * Properties are attributes, except
 * - `key`: the identity among siblings, by default the tag and its ordinal,
 * - `on`: event handlers by type,
 * - `style`: an object, set through the CSSOM,
 * - `value`, `checked`: the server's value. It is applied when it changes and the user has not changed it meanwhile. With
 *   `live: true` it is applied on every drawing,
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
  // A drawing that has failed leaves hooks of elements that are not to be seen.
  mounts = [];
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
  else input.value = valueIn(input, props.value);
}

/**
 * Whether an input has another value than the server's.
 * @param {HTMLInputElement|HTMLTextAreaElement|HTMLSelectElement} input
 */
export function isEdited(input) {
  const props = drawings.get(input)?.node.props;
  if (!props) return false;
  return "checked" in props ? input.checked !== Boolean(props.checked) : input.value !== valueIn(input, props.value);
}

/**
 * The server's value as an input has it. An input of one line would drop line breaks, so that words run together and the input
 * counts as edited. It gets spaces instead, as when a text is pasted.
 */
function valueIn({ localName }, value) {
  return localName === "input" && typeof value === "string" ? value.replace(/\r\n|[\r\n]/g, " ") : value ?? "";
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
  const before = drawing.children;
  const unmatched = new Map(before.map((child) => [child.key, child]));
  const pairs = keyed(nodes).map(([key, node]) => {
    const old = unmatched.get(key);
    if (!old || old.node.tag !== node.tag) return { key, node };
    unmatched.delete(key);
    return { key, node, old };
  });
  const replaced = reconcileTexts(parent, before, pairs);
  drawing.children = pairs.map(({ key, node, old }) => {
    if (old) update(old.dom, old.node, node);
    return { key, node, dom: old?.dom ?? create(node, parent) };
  });
  for (const { dom, node } of unmatched.values()) remove(dom, node, parent);
  insertInOrder(parent, drawing.children.map(({ dom }) => dom).filter((dom) => !replaced.has(dom)));
}

/**
 * Makes room for the texts that change, where others have changed the document.
 *
 * A translation takes a text out and puts elements with the translated text in its place. Other tools divide a text or put an
 * element around it. If the text is still the same, the document is left as it is. If it has changed, the elements that stand
 * in its place are removed, so that the new text is there once.
 * @returns {Set<Text>} The texts that are not to be inserted, because other nodes stand in their place.
 */
function reconcileTexts(parent, before, pairs) {
  const replaced = new Set();
  if (!before.some(isText) || isUnchanged(parent, before)) return replaced;
  const same = new Set(pairs.filter(({ node, old }) => old && old.node.text === node.text).map(({ old }) => old));
  const elements = before.filter((child) => !isText(child));
  for (const { texts, start, end } of textRuns(parent, before)) {
    const isTouched = texts.some(({ dom, node }) => dom.parentNode !== parent || dom.data !== node.text);
    const isSame = texts.every((child) => same.has(child));
    const others = [];
    for (let each = start; each && each !== end; each = each.nextSibling) {
      const isOwn = leaving.has(each) || texts.some(({ dom }) => dom === each) || elements.some(({ dom }) => each.contains(dom));
      if (!isOwn && (isTouched ? isTextContent(each) : each.nodeName === "FONT")) others.push(each);
    }
    if (isSame && (!isTouched || others.some(hasText))) {
      for (const { dom } of texts) if (!parent.contains(dom)) replaced.add(dom);
      continue;
    }
    for (const each of others) each.remove();
    if (isTouched) for (const { dom, node } of texts) dom.data = node.text;
  }
  return replaced;
}

/** The texts that follow each other, with the first node of their place and the node behind it. */
function textRuns(parent, children) {
  const runs = [];
  let start = parent.firstChild;
  let texts = [];
  const close = (end) => {
    if (texts.length > 0) runs.push({ texts, start, end });
    texts = [];
  };
  for (const child of children) {
    if (isText(child)) {
      texts.push(child);
      continue;
    }
    const holder = childContaining(parent, child.dom);
    if (!holder) continue;
    close(holder);
    start = holder.nextSibling;
  }
  close(null);
  return runs;
}

/** Whether a node that others have put there can be a part of a text: anything with letters, white space or a new line. */
function isTextContent(node) {
  return hasText(node) || node.nodeType === Node.TEXT_NODE || node.nodeName === "BR";
}

function hasText({ textContent }) {
  return textContent.trim() !== "";
}

function isText({ node }) {
  return node.tag === "#text";
}

/** Whether the content of an element is exactly what was drawn, apart from what is leaving. */
function isUnchanged(parent, children) {
  let cursor = parent.firstChild;
  for (const { dom } of children) {
    while (cursor && leaving.has(cursor)) cursor = cursor.nextSibling;
    if (dom !== cursor) return false;
    cursor = cursor.nextSibling;
  }
  while (cursor && leaving.has(cursor)) cursor = cursor.nextSibling;
  return !cursor;
}

/** The child of an element that is a node or has it in it, as when an extension has put an element around the node. */
function childContaining(parent, node) {
  if (!parent.contains(node)) return null;
  while (node.parentNode !== parent) node = node.parentNode;
  return node;
}

/**
 * Puts nodes into an element in their order, among nodes that others have put there.
 *
 * Only nodes out of their order are moved: a moved element loses the focus, and ends the composition of an input method.
 */
function insertInOrder(parent, nodes) {
  const kept = inOrder(parent, nodes);
  let next = null;
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index];
    if (!kept.has(node)) {
      let beside = next;
      const previous = next && next.parentNode !== parent && nodes.slice(0, index).findLast((each) => kept.has(each));
      // The node goes into an element that others have put around both neighbors, and otherwise beside it.
      while (beside && beside.parentNode !== parent && !(previous && beside.parentNode.contains(previous))) beside = beside.parentNode;
      (beside?.parentNode ?? parent).insertBefore(node, beside);
    }
    next = node;
  }
}

/** The largest set of nodes that are in an element and in their order there. */
function inOrder(parent, nodes) {
  const present = nodes.filter((node) => parent.contains(node));
  if (present.every((node, index) => index === 0 || follows(node, present[index - 1]))) return new Set(present);
  const ranks = new Map([...present].sort((one, other) => (follows(one, other) ? 1 : -1)).map((node, index) => [node, index]));
  /** By length, the last node of the sequence that ends earliest, and for each node the one before it. */
  const ends = [];
  const earlier = new Map();
  for (const node of present) {
    const found = ends.findIndex((end) => ranks.get(end) > ranks.get(node));
    const length = found < 0 ? ends.length : found;
    earlier.set(node, ends[length - 1]);
    ends[length] = node;
  }
  const kept = new Set();
  for (let node = ends.at(-1); node; node = earlier.get(node)) kept.add(node);
  return kept;
}

function follows(node, other) {
  return other.nextSibling === node || Boolean(other.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
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
    if (nonAttributes.has(name) || before[name] === after[name]) continue;
    setAttribute(dom, name, after[name]);
  }
  setStyles(dom, before.style, after.style);
  listen(dom, after.on);
  reconcile(dom, node.children);
  drawings.get(dom).node = node;
  // The value comes after the children, because a select accepts only a value of one of its options.
  if ("value" in after) setProperty(dom, "value", valueIn(dom, before.value), valueIn(dom, after.value), after.live || !old);
  if ("checked" in after) setProperty(dom, "checked", Boolean(before.checked), Boolean(after.checked), after.live || !old);
}

const nonAttributes = new Set(["key", "on", "style", "value", "checked", "live", "mounted", "leave"]);

function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

function setStyles(element, before = {}, after = {}) {
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

function setProperty(element, property, was, now, always) {
  const untouched = element[property] === was;
  if (element[property] !== now && (always || (was !== now && untouched))) element[property] = now;
}

function remove(dom, node, parent) {
  const { leave } = node.props;
  const stays = typeof leave === "function" ? leave(dom) : leave;
  if (!stays) return removeNode(dom, parent);
  leaving.add(dom);
  dom.inert = true;
  dom.setAttribute("aria-hidden", "true");
  dom.dataset.leaving = "";
  const transitions = dom.getAnimations({ subtree: true }).filter((animation) => animation instanceof CSSTransition);
  if (transitions.length === 0) return removeNode(dom, parent);
  Promise.allSettled(transitions.map((transition) => transition.finished)).then(() => removeNode(dom, parent));
}

/** Removes a node, and the elements that others have put around it alone. */
function removeNode(dom, parent) {
  let around = dom.parentNode;
  dom.remove();
  while (around && around !== parent && parent.contains(around) && !around.hasChildNodes()) {
    const outer = around.parentNode;
    around.remove();
    around = outer;
  }
}
