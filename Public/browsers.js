/**
 * The browsers that can run the client. The syntax and the calls are old ones on purpose: an older browser must be able to read
 * this file, in order to find that it can't run the others.
 */

/** The first versions that have all that the client needs; README.md lists the same. */
export var supported = { Chrome: "123", Edge: "123", Firefox: "124", Safari: "17.5" };

/**
 * All that the client uses and that a browser of the last years may lack: the name, the first versions of Chrome and Edge, Firefox
 * and Safari that have it, and the check. A browser with all of these reads the client's syntax, too.
 */
export var needs = [
  ["AbortSignal.any", "116", "124", "17.4", function () { return AbortSignal.any; }],
  ["AbortSignal.timeout", "103", "100", "16", function () { return AbortSignal.timeout; }],
  ["Array.prototype.at", "92", "90", "15.4", function () { return Array.prototype.at; }],
  ["Array.prototype.findLast", "97", "104", "15.4", function () { return Array.prototype.findLast; }],
  ["Array.prototype.findLastIndex", "97", "104", "15.4", function () { return Array.prototype.findLastIndex; }],
  ["Array.prototype.toReversed", "110", "115", "16", function () { return Array.prototype.toReversed; }],
  ["Element.prototype.getAnimations", "84", "75", "14", function () { return Element.prototype.getAnimations; }],
  ["Element.prototype.replaceChildren", "86", "78", "14", function () { return Element.prototype.replaceChildren; }],
  ["HTMLElement.prototype.inert", "102", "112", "15.5", function () { return "inert" in HTMLElement.prototype; }],
  ["HTMLFormElement.prototype.requestSubmit", "76", "75", "16", function () { return HTMLFormElement.prototype.requestSubmit; }],
  ["Object.hasOwn", "93", "92", "15.4", function () { return Object.hasOwn; }],
  ["ResizeObserver", "64", "69", "13.1", function () { return window.ResizeObserver; }],
  ["String.prototype.matchAll", "73", "67", "13", function () { return String.prototype.matchAll; }],
  ["String.prototype.replaceAll", "85", "77", "13.1", function () { return String.prototype.replaceAll; }],
  ["TextDecoderStream", "71", "105", "14.1", function () { return window.TextDecoderStream; }],
  ["reportError", "95", "93", "15.4", function () { return window.reportError; }],
  ["CSS :has()", "105", "121", "15.4", function () { return CSS.supports("selector(:has(a))"); }],
  ["CSS color-mix()", "111", "113", "16.2", function () { return CSS.supports("color", "color-mix(in srgb, red 50%, blue)"); }],
  ["CSS light-dark()", "123", "120", "17.5", function () { return CSS.supports("color", "light-dark(red, blue)"); }],
];

/** Whether this browser has all that the client needs. */
export function isSupported() {
  for (var index = 0; index < needs.length; index += 1) {
    try {
      if (!needs[index][4]()) return false;
    } catch (failure) {
      return false;
    }
  }
  return true;
}
