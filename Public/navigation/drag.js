/** How far down a sheet must be drawn to be let go, in pixels. */
const FAR = 140;
/** Or how fast, in pixels per millisecond. */
const FAST = 0.6;
/** A movement up to here may still be a tap. */
const SLACK = 6;

/**
 * Handlers that let a sheet be drawn down by its bar or its grabber, and dismissed that way.
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

/** Moves the sheet with the pointer. Resolves to whether it was let go far enough, or fast enough. */
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
