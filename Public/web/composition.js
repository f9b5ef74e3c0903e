/**
 * Whether a key belongs to an input method, with which users write Japanese, Chinese, Korean and other languages: it selects or
 * cancels a conversion. Safari sends the key that ends a composition after that, with the code 229 alone.
 * @param {KeyboardEvent} event
 */
function isOfComposition({ isComposing, keyCode }) {
  return isComposing || keyCode === 229;
}

/**
 * Keeps the keys of input methods from all handlers in a place, so that no handler has to know of this. The input method still
 * gets them. Call it before the place has other listeners.
 * @param {EventTarget} place
 * @param {AbortSignal} [signal] Ends it.
 */
export function ignoreCompositionKeys(place, signal) {
  for (const type of ["keydown", "keyup"]) {
    place.addEventListener(type, (event) => isOfComposition(event) && event.stopImmediatePropagation(), { capture: true, signal });
  }
}
