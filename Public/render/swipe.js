import { vibrate } from "./haptics.js";

/** The distance of a swipe that presses the button, in pixels. */
const FAR = 96;
/** The shortest movement that counts as a swipe, in pixels. */
const SLACK = 10;

/**
 * Event handlers that let a row with a button be swiped by touch, towards its beginning, which presses the button. The button stays
 * visible, as the alternative to the swipe.
 */
export const swipe = {
  touchstart: ({ currentTarget: row, touches }) => {
    const button = row.querySelector(":scope > .button");
    if (button && !button.disabled && touches.length === 1) follow(row, button, touches[0]);
  },
};

function follow(row, button, start) {
  const stop = new AbortController();
  const options = { signal: stop.signal, passive: false };
  const sign = document.documentElement.dir === "rtl" ? 1 : -1;
  let way = 0;

  row.addEventListener("touchmove", (event) => {
    const [touch] = event.touches;
    const before = way;
    way = sign * (touch.clientX - start.clientX);
    const upright = Math.abs(touch.clientY - start.clientY);
    const isSwiping = "swiping" in row.dataset;
    if (!isSwiping && (way < SLACK || upright > way)) {
      if (upright > SLACK || way < -SLACK) stop.abort();
      return;
    }
    event.preventDefault();
    row.dataset.swiping = button.textContent;
    row.toggleAttribute("data-far", way > FAR);
    row.style.setProperty("--swipe", `${sign * Math.max(way, 0)}px`);
    if (before <= FAR !== way <= FAR) vibrate("tap");
  }, options);

  const end = (isLetGo) => {
    stop.abort();
    row.style.removeProperty("--swipe");
    row.removeAttribute("data-far");
    delete row.dataset.swiping;
    if (isLetGo && way > FAR) button.click();
  };
  row.addEventListener("touchend", () => end(true), options);
  row.addEventListener("touchcancel", () => end(false), options);
}
