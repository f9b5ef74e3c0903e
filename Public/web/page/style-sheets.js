/**
 * The style sheets that few windows need: for wide windows and for forced colors, with a `media` attribute, and the themes of
 * applications, with `data-app`. A browser would load them in any case, after the others, if they were not `disabled`.
 */
const links = () => document.querySelectorAll("link[data-needed]");

/** Turns on those that this window and an application need. @param {string|undefined} app */
export function loadStyleSheets(app) {
  for (const link of links()) {
    const isNeeded = link.dataset.app ? link.dataset.app === app : matchMedia(link.media).matches;
    if (link.disabled === isNeeded) link.disabled = !isNeeded;
  }
}

/** Calls a function when the window may need others. @param {() => void} changed @param {AbortSignal} signal */
export function followStyleSheets(changed, signal) {
  for (const { media } of links()) matchMedia(media).addEventListener("change", changed, { signal });
}
