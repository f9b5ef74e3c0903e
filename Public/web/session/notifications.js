/**
 * The notifications of this browser for the session: whether it can get them, and whether the user has turned them on.
 *
 * The service worker shows them, so a page without one, such as a view in a foreign page, has none.
 */
export class Notifications {
  #client;
  #key = null;

  /** @param {import("../client.js").Session} client */
  constructor(client) {
    this.#client = client;
  }

  /**
   * Whether they are on. An earlier subscription of the browser, which a session before this one has made, is used again.
   * @returns {Promise<"on"|"off"|"blocked"|null>} Null if the browser or the server takes no part.
   */
  async read() {
    if (!("PushManager" in globalThis && "Notification" in globalThis)) return null;
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
    if (!registration || !(await this.#client.application()).notifications) return null;
    const { services, platform } = await (await this.#client.request("GET", "/notifications")).json();
    this.#key = services.find((service) => service.platform === "web")?.key;
    if (!this.#key) return null;
    if (Notification.permission === "denied") return "blocked";
    if (platform === "web") return "on";
    const earlier = Notification.permission === "granted" && await registration.pushManager.getSubscription();
    return earlier ? this.turnOn() : "off";
  }

  /**
   * Asks the user for the permission, unless it was given, and subscribes. Call it after a tap.
   * @returns {Promise<"on"|"off"|"blocked">}
   */
  async turnOn() {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
    const { pushManager } = await navigator.serviceWorker.ready;
    const earlier = await pushManager.getSubscription();
    // A server with another key can't use it.
    const isUsable = earlier && base64url(earlier.options.applicationServerKey) === this.#key;
    if (earlier && !isUsable) await earlier.unsubscribe();
    const subscription = isUsable ? earlier : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key });
    await this.#client.request("PUT", "/notifications", { platform: "web", token: subscription.toJSON() });
    return "on";
  }

  /** Ends the subscription, here and at the server. @returns {Promise<"off">} */
  async turnOff() {
    await this.#client.request("DELETE", "/notifications");
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    return "off";
  }
}

function base64url(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? []))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
