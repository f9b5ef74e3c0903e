/**
 * The browsers that can run the client. The syntax and the calls are old ones on purpose: an older browser must be able to read
 * this file, in order to find that it can't run the others.
 */

/** The first versions that have all that the client needs. README.md lists the same. */
export var supported = { Chrome: "123", Edge: "123", Firefox: "124", Safari: "17.5" };

/**
 * All that the client calls and that a browser of the last years may lack, with the first versions of Chrome and Edge, Firefox, and
 * Safari that have it. A browser with all of these reads the client's syntax, too.
 */
var calls = [
  "AbortSignal.any", // 116, 124, 17.4
  "AbortSignal.timeout", // 103, 100, 16
  "Array.prototype.at", // 92, 90, 15.4
  "Array.prototype.findLast", // 97, 104, 15.4
  "Array.prototype.findLastIndex", // 97, 104, 15.4
  "Array.prototype.toReversed", // 110, 115, 16
  "CSS.supports", // 28, 22, 9
  "Element.prototype.getAnimations", // 84, 75, 14
  "Element.prototype.replaceChildren", // 86, 78, 14
  "HTMLElement.prototype.inert", // 102, 112, 15.5
  "HTMLFormElement.prototype.requestSubmit", // 76, 75, 16
  "Object.hasOwn", // 93, 92, 15.4
  "ResizeObserver", // 64, 69, 13.1
  "String.prototype.matchAll", // 73, 67, 13
  "String.prototype.replaceAll", // 85, 77, 13.1
  "TextDecoderStream", // 71, 105, 14.1
  "reportError", // 95, 93, 15.4
];

/** The same of its styles. */
var styles = [
  "selector(:has(a))", // 105, 121, 15.4
  "(color: color-mix(in srgb, red 50%, blue))", // 111, 113, 16.2
  "(color: light-dark(red, blue))", // 123, 120, 17.5
];

/** Whether this browser has all that the client needs. */
export function isSupported() {
  return calls.every(exists) && styles.every(function (style) { return CSS.supports(style); });
}

function exists(path) {
  var names = path.split(".");
  var last = names.pop();
  var owner = window;
  while (owner && names.length > 0) owner = owner[names.shift()];
  return Boolean(owner) && last in owner;
}
