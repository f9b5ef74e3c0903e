/* global SERVICE_WORKER */

/**
 * Registers the service worker, which shows the page without a connection. The bundler defines its name; plain modules have no
 * service worker, because it would show the previous modules to an author who has changed them.
 */
export function registerWorker() {
  if (isRegistered || typeof SERVICE_WORKER === "undefined") return;
  isRegistered = true;
  // It needs TLS, and private windows may forbid it, even to look for it; the page works without it.
  try {
    navigator.serviceWorker?.register(SERVICE_WORKER).catch(() => {});
  } catch {
    // See above.
  }
}

let isRegistered = false;
