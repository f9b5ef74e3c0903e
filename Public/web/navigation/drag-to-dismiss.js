/** The distance by which a sheet must be dragged down to be dismissed, in pixels. */
const DISMISS_DISTANCE = 140;
/** The speed that also dismisses it, in pixels per millisecond. */
const DISMISS_SPEED = 0.6;
/** The longest movement that still counts as a tap, in pixels. */
const TAP_SLOP = 6;

/**
 * Event handlers that allow a sheet to be dragged down by its bar or its grabber, which dismisses it.
 * @param {() => Promise<import("../session/session.js").Outcome>} dismiss
 * @returns {object} Event handlers for the sheet.
 */
export function dragToDismiss(dismiss) {
  return {
    pointerdown: (event) => {
      const isHandle = event.target.closest(".bar, .sheet__grabber");
      if (!isHandle || !event.isPrimary || event.button !== 0) return;
      drag(event.currentTarget, event, dismiss);
    },
  };
}

async function drag(sheet, start, dismiss) {
  const isReleased = await follow(sheet, start);
  if (isReleased && (await dismiss()) === "accepted") return;
  sheet.style.removeProperty("--drag");
}

/** Moves the sheet with the pointer. Resolves to whether it was dragged far enough, or fast enough, to be dismissed. */
function follow(sheet, start) {
  return new Promise((resolve) => {
    let distance = 0;
    const stop = new AbortController();
    const options = { signal: stop.signal };

    function end(isReleased) {
      stop.abort();
      delete sheet.dataset.dragging;
      resolve(isReleased);
    }

    sheet.addEventListener("pointermove", (event) => {
      distance = event.clientY - start.clientY;
      if (distance < TAP_SLOP && !("dragging" in sheet.dataset)) return;
      sheet.dataset.dragging = "";
      sheet.setPointerCapture(event.pointerId);
      sheet.style.setProperty("--drag", `${Math.max(distance, 0)}px`);
    }, options);
    sheet.addEventListener("pointerup", (event) => {
      const speed = distance / Math.max(event.timeStamp - start.timeStamp, 1);
      end(distance > DISMISS_DISTANCE || (distance > TAP_SLOP * 4 && speed > DISMISS_SPEED));
    }, options);
    sheet.addEventListener("pointercancel", () => end(false), options);
  });
}
