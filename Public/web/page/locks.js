/**
 * Web Locks, which tell the open pages of this origin apart. A browser that blocks the storage of a page denies it locks, too:
 * the page then shares nothing with others, so it acts as if there were no other page.
 */

/** Requests a lock. @returns {Promise} The same as the browser's, except that this function never throws at once. */
export async function requestLock(name, options, hold) {
  return navigator.locks.request(name, options, hold);
}

/** Whether a request failed because the browser gives this page no locks, rather than because the lock was taken or late. */
export function isDenied({ name }) {
  return name !== "AbortError" && name !== "TimeoutError";
}
