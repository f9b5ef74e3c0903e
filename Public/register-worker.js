/* global SERVICE_WORKER */

/**
 * Registers the service worker, which shows the page without a connection. The bundler defines its name. Plain modules have no
 * service worker, because it would show the previous modules to an author who has changed them.
 */
export function registerWorker() {
  if (isRegistered || typeof SERVICE_WORKER === "undefined") return;
  isRegistered = true;
  // It needs TLS, and private windows may forbid it, even to look for it. The page works without it.
  try {
    navigator.serviceWorker?.register(SERVICE_WORKER).catch(() => {});
  } catch {
    // The page works without a service worker, as said above.
  }
}

let isRegistered = false;
