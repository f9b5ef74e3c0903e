/** The duration since a time. @param {string} time RFC 3339. */
export function ago(time) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** A time of day with seconds. @param {string} time RFC 3339. */
export function clock(time) {
  return new Date(time).toLocaleTimeString();
}
