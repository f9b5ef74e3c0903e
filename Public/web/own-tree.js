/** The height of a view in an element that has none, in pixels. */
const HEIGHT = 640;

/**
 * A shadow tree in an element, with the style of the kit: neither that nor the style of the page changes the other's look, and
 * ids are unique in it.
 *
 * The style is a style sheet of its own file, or one that the page has made, because a strict Content-Security-Policy forbids
 * `style` elements.
 * @param {Element} element
 * @param {string|CSSStyleSheet} [styles] By default the style sheets of the kit.
 * @returns {{root: HTMLElement, ready: Promise<void>, remove: () => void}} `ready`: once the style is there, or can't be
 *   loaded.
 */
export function ownTree(element, styles) {
  const { ownerDocument: page } = element;
  const holder = page.createElement("usher-view");
  const tree = holder.attachShadow({ mode: "open" });
  const root = page.createElement("div");
  root.className = "usher";
  const ready = (styles ? styled(tree, styles) : ownStyles(tree)).then(() => {
    if (holder.clientHeight === 0) holder.style.setProperty("height", `${HEIGHT}px`);
  });
  tree.append(root);
  element.append(holder);
  return { root, ready, remove: () => holder.remove() };
}

/** The kit's style sheets. Those that this window does not need are loaded after everything else, in case that it needs them later. */
async function ownStyles(tree) {
  await Promise.all([["style.css", "all"], ["wide.css", "(min-width: 700px)"], ["forced-colors.css", "(forced-colors: active)"]].map(([name, media]) => {
    const loaded = styled(tree, new URL(`./${name}`, import.meta.url).href);
    tree.lastElementChild.media = media;
    return matchMedia(media).matches && loaded;
  }));
}

async function styled(tree, styles) {
  if (typeof styles !== "string") return void tree.adoptedStyleSheets.push(styles);
  const link = Object.assign(tree.ownerDocument.createElement("link"), { rel: "stylesheet", href: styles });
  tree.append(link);
  return new Promise((resolve) => {
    for (const type of ["load", "error"]) link.addEventListener(type, () => resolve(), { once: true });
  });
}
