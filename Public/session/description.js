/** The page's description of itself at the start of a session, and the kind of its credential. */
export function description() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { client: { platform: "web", version: "1", fallbacks: false, locale: navigator.language, timeZone }, credential: "cookie" };
}
