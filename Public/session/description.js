/** The kind of the page's credential: the browser has it, and scripts can't read it. */
export const credential = "cookie";

/** The page's description of itself at the start of a session. */
export function client() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { platform: "web", version: "1", fallbacks: false, locale: navigator.language, timeZone };
}
