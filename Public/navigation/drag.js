/** The distance by which a sheet must be dragged down to be dismissed, in pixels. */
const FAR = 140;
/** The speed that also dismisses it, in pixels per millisecond. */
const FAST = 0.6;
/** The longest movement that still counts as a tap, in pixels. */
const SLACK = 6;

/**
 * Event handlers that allow a sheet to be dragged down by its bar or its grabber, which dismisses it.
 * @param {() => Promise<import("../session/session.js").Outcome>} dismiss
 * @returns {object} Event handlers for the sheet.
 */
export function dragDown(dismiss) {
  return {
    pointerdown: (event) => {
      const isHandle = event.target.closest(".bar, .sheet__grabber");
      if (!isHandle || !event.isPrimary || event.button !== 0) return;
      drag(event.currentTarget, event, dismiss);
    },
  };
}

async function drag(sheet, start, dismiss) {
  const isLetGo = await follow(sheet, start);
  if (isLetGo && (await dismiss()) === "accepted") return;
  sheet.style.removeProperty("--drag");
}

/** Moves the sheet with the pointer. Resolves to whether it was dragged far enough, or fast enough, to be dismissed. */
function follow(sheet, start) {
  return new Promise((resolve) => {
    let distance = 0;
    const stop = new AbortController();
    const options = { signal: stop.signal };

    function end(isLetGo) {
      stop.abort();
      delete sheet.dataset.dragging;
      resolve(isLetGo);
    }

    sheet.addEventListener("pointermove", (event) => {
      distance = event.clientY - start.clientY;
      if (distance < SLACK && !("dragging" in sheet.dataset)) return;
      sheet.dataset.dragging = "";
      sheet.setPointerCapture(event.pointerId);
      sheet.style.setProperty("--drag", `${Math.max(distance, 0)}px`);
    }, options);
    sheet.addEventListener("pointerup", (event) => {
      const speed = distance / Math.max(event.timeStamp - start.timeStamp, 1);
      end(distance > FAR || (distance > SLACK * 4 && speed > FAST));
    }, options);
    sheet.addEventListener("pointercancel", () => end(false), options);
  });
}
