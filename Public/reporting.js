/** Calls a function that must not stop its caller; its error is reported as one that nobody has caught. @param {() => void} body */
export function reporting(body) {
  try {
    body();
  } catch (failure) {
    reportError(failure);
  }
}
