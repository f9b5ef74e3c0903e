import { vibrate } from "../render/haptics.js";

/** The distance by which a screen must be pulled down to be read again, in pixels. Its content follows more slowly. */
const REFRESH_DISTANCE = 130;
/** The shortest movement that counts as a pull, in pixels. */
const TOUCH_SLOP = 12;

/**
 * Event handlers that let the top of a screen be pulled down by touch, which reads the state again. The server sends each
 * change by itself, so nothing is out of reach without it. A reload of the page does the same.
 * @param {() => Promise<*>} refresh
 * @param {string} label What the screen says meanwhile.
 * @returns {object} Event handlers for the scrolling part of a screen.
 */
export function pullToRefresh(refresh, label) {
  return {
    touchstart: (event) => {
      const { currentTarget: scroll, touches } = event;
      const isElsewhere = event.target.closest(".map__plot, .sheet__grabber, .bar, input, textarea, [data-swiping]");
      if (scroll.scrollTop > 0 || touches.length !== 1 || isElsewhere || "refreshing" in scroll.dataset) return;
      pull(scroll, touches[0], refresh, label);
    },
  };
}

function pull(scroll, start, refresh, label) {
  const stop = new AbortController();
  // A passive listener could not keep the browser from scrolling.
  const options = { signal: stop.signal, passive: false };
  let distance = 0;

  scroll.addEventListener("touchmove", (event) => {
    const [touch] = event.touches;
    const sideways = Math.abs(touch.clientX - start.clientX);
    const before = distance;
    distance = touch.clientY - start.clientY;
    const isPulling = "pulling" in scroll.dataset;
    if (!isPulling && (distance < TOUCH_SLOP || sideways > distance || scroll.scrollTop > 0)) {
      if (sideways > TOUCH_SLOP || distance < -TOUCH_SLOP) stop.abort();
      return;
    }
    event.preventDefault();
    scroll.dataset.pulling = "";
    scroll.style.setProperty("--pull", String(Math.min(Math.max(distance, 0) / REFRESH_DISTANCE, 1.3)));
    if (before <= REFRESH_DISTANCE && distance > REFRESH_DISTANCE) vibrate("tap");
  }, options);

  const end = async (isReleased) => {
    stop.abort();
    delete scroll.dataset.pulling;
    if (isReleased && distance > REFRESH_DISTANCE) {
      scroll.dataset.refreshing = label;
      await refresh().catch(() => {});
      delete scroll.dataset.refreshing;
    }
    scroll.style.removeProperty("--pull");
  };
  scroll.addEventListener("touchend", () => end(true), options);
  scroll.addEventListener("touchcancel", () => end(false), options);
}
