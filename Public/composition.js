/**
 * Whether a key belongs to an input method, with which users write Japanese, Chinese, Korean and other languages: it selects or
 * cancels a conversion. Safari sends the key that ends a composition after that, with the code 229 alone.
 * @param {KeyboardEvent} event
 */
function isOfComposition({ isComposing, keyCode }) {
  return isComposing || keyCode === 229;
}

// This listener comes before any other, so that no key handler has to know of this. The input method still gets the key.
for (const type of ["keydown", "keyup"]) {
  addEventListener(type, (event) => isOfComposition(event) && event.stopImmediatePropagation(), { capture: true });
}
