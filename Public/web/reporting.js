/** Calls a function that must not stop its caller. Its error is reported as an uncaught error. @param {() => void} body */
export function reporting(body) {
  try {
    body();
  } catch (failure) {
    reportError(failure);
  }
}
