import { vibrate } from "./haptics.js";

/**
 * Pauses what goes on by itself while the user looks closer at its screen: with the pointer over it, with the keyboard's focus in
 * it, or always if the user wants less motion. It goes on when the reason has gone, unless the user has paused it.
 */
export class AutoPause {
  #report;
  #isPaused;
  /** The reasons of this client to pause. One is enough. */
  #reasons = new Set();
  #isPausedByReason = false;

  /** @param {(isPaused: boolean) => void} report @param {() => boolean} isPaused What the server says. */
  constructor(report, isPaused) {
    this.#report = report;
    this.#isPaused = isPaused;
  }

  /** Watches the screen of an element. @param {Element} element */
  attach(element) {
    const screen = element.closest(".screen");
    const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
    const column = screen.querySelector(".column");
    column.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && this.#set("pointer", true));
    column.addEventListener("pointerleave", () => this.#set("pointer", false));
    column.addEventListener("focusin", ({ target }) => this.#set("focus", target.matches(":focus-visible")));
    column.addEventListener("focusout", ({ relatedTarget }) => column.contains(relatedTarget) || this.#set("focus", false));
    if (lessMotion.matches) this.#set("motion", true);
  }

  /** Pauses or goes on as the user asks, regardless of the reasons. */
  toggle() {
    vibrate("tap");
    this.#isPausedByReason = false;
    this.#reasons.clear();
    this.#report(!this.#isPaused());
  }

  #set(reason, holds) {
    if (holds === this.#reasons.has(reason)) return;
    if (holds) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
    if (holds && !this.#isPaused() && !this.#isPausedByReason) {
      this.#isPausedByReason = true;
      this.#report(true);
    } else if (this.#isPausedByReason && this.#reasons.size === 0) {
      this.#isPausedByReason = false;
      this.#report(false);
    }
  }
}
