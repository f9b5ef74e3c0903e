/**
 * The client's description of itself at the start of a session.
 * @returns {import("./client.js").ClientDescription}
 */
export function describe() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { platform: "web", version: "1", fallbacks: false, locale: navigator.language, timeZone };
}
