/** JSON Pointers (RFC 6901) to the members of a payload. */

/** The first-level member that a pointer refers to, or "" for the payload itself. @param {string} [pointer] */
export function memberAt(pointer = "") {
  return pointer.replace(/^#?\//, "").split("/")[0].replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The pointer to a member. @param {string} name */
export function pointerTo(name) {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
