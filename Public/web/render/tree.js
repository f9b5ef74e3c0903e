/**
 * The tree that an element is in: the document, or the shadow tree of a view that is a part of another page. An id is unique in
 * it, and it has a focused element of its own.
 */

/** The element with the focus in the tree of an element. @param {Element} element @returns {Element|null} */
export function focusedNear(element) {
  return element.getRootNode().activeElement;
}

/** The element of an id in the tree of an element. @param {Element} element @param {string} id @returns {Element|null} */
export function nodeNear(element, id) {
  return element.getRootNode().getElementById(id);
}

/** Whether texts run from right to left at an element. @param {Element} element */
export function isRightToLeft(element) {
  return element.closest("[dir]")?.getAttribute("dir") === "rtl";
}
