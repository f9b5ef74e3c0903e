import { isRightToLeft } from "./tree.js";
import { vibrate } from "./haptics.js";

/** The distance of a swipe that presses the button, in pixels. */
const PRESS_DISTANCE = 96;
/** The shortest movement that counts as a swipe, in pixels. */
const TOUCH_SLOP = 10;

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
  // A passive listener could not keep the browser from scrolling.
  const options = { signal: stop.signal, passive: false };
  const sign = isRightToLeft(row) ? 1 : -1;
  let distance = 0;

  row.addEventListener("touchmove", (event) => {
    const [touch] = event.touches;
    const before = distance;
    distance = sign * (touch.clientX - start.clientX);
    const upright = Math.abs(touch.clientY - start.clientY);
    const isSwiping = "swiping" in row.dataset;
    if (!isSwiping && (distance < TOUCH_SLOP || upright > distance)) {
      if (upright > TOUCH_SLOP || distance < -TOUCH_SLOP) stop.abort();
      return;
    }
    event.preventDefault();
    row.dataset.swiping = button.textContent;
    row.toggleAttribute("data-far", distance > PRESS_DISTANCE);
    row.style.setProperty("--swipe", `${sign * Math.max(distance, 0)}px`);
    if (before <= PRESS_DISTANCE !== distance <= PRESS_DISTANCE) vibrate("tap");
  }, options);

  const end = (isReleased) => {
    stop.abort();
    row.style.removeProperty("--swipe");
    row.removeAttribute("data-far");
    delete row.dataset.swiping;
    if (isReleased && distance > PRESS_DISTANCE) button.click();
  };
  row.addEventListener("touchend", () => end(true), options);
  row.addEventListener("touchcancel", () => end(false), options);
}
