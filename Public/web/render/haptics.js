/** Short vibrations that confirm a touch. They are motion, too, so users who want less of it get none. */

const PATTERNS = { tap: 10, error: [30, 50, 30] };

/** Vibrates where the device can. @param {"tap"|"error"} kind */
export function vibrate(kind) {
  // Without a gesture of the user before it, browsers refuse, and log that.
  if (navigator.userActivation?.hasBeenActive && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(PATTERNS[kind]);
}
