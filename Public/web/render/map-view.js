import { Viewport } from "./projection.js";

/** The size of a plot before it is in the document, in pixels. */
const INITIAL_SIZE = { width: 360, height: 260 };
/** The factor of one step of zooming. */
const ZOOM_STEP = 2;
/** The distance of one step of an arrow key, in pixels. */
const PAN_STEP = 60;
/** The zoom by one pixel of a mouse wheel's way, as an exponent of 2. */
const WHEEL_ZOOM = 1 / 240;
/** The longest way of a pointer that still counts as a tap, in pixels. */
const TAP_SLOP = 6;

/**
 * The view of a map, which stays when the map is drawn again with the same places.
 * @param {Map<string, MapView>} views The views of all maps by the id of the element.
 * @param {string} id The element's.
 * @param {{latitude: number, longitude: number}[]} places
 * @param {() => void} redraw
 */
export function viewOf(views, id, places, redraw) {
  for (const [other, each] of views) {
    if (!each.isGone) continue;
    each.close();
    views.delete(other);
  }
  const view = views.get(id) ?? new MapView();
  views.set(id, view);
  view.follow(places, redraw);
  return view;
}

/** The part of the world that a map shows, as its user moves it with a keyboard, a mouse or fingers. */
class MapView {
  #plot = null;
  #observer = null;
  #size = INITIAL_SIZE;
  #places = [];
  #signature = "";
  #redraw = () => {};
  /** The viewport that the user has chosen, or null for the one around all places. */
  #chosen = null;
  /** The pointers that are down, by their id: their last positions. */
  #pointers = new Map();
  #isDragged = false;

  /** Whether the map has left the document. */
  get isGone() {
    return this.#plot !== null && !this.#plot.isConnected;
  }

  /** Takes the places of a new drawing. If they are others than before, they are shown from the start. */
  follow(places, redraw) {
    const signature = JSON.stringify(places.map(({ latitude, longitude }) => [latitude, longitude]));
    if (signature !== this.#signature) this.#chosen = null;
    this.#signature = signature;
    this.#places = places;
    this.#redraw = redraw;
  }

  /** @returns {Viewport} */
  get viewport() {
    if (!this.#chosen) return this.home;
    return new Viewport({ ...this.#chosen, ...this.#size });
  }

  /** The viewport around all places. */
  get home() {
    return Viewport.around(this.#places, this.#size);
  }

  get isHome() {
    return this.#chosen === null;
  }

  /** Follows the size of the plot once it is in the document. @param {Element} plot */
  attach(plot) {
    this.#plot = plot;
    this.#observer?.disconnect();
    this.#observer = new ResizeObserver(() => {
      const [width, height] = [plot.clientWidth, plot.clientHeight];
      if (!width || !height || (width === this.#size.width && height === this.#size.height)) return;
      this.#size = { width, height };
      this.#redraw();
    });
    this.#observer.observe(plot);
  }

  /** Ends what {@link MapView#attach} has begun. */
  close() {
    this.#observer?.disconnect();
  }

  zoomIn() {
    this.#show(this.viewport.zoomed(ZOOM_STEP));
  }

  zoomOut() {
    this.#show(this.viewport.zoomed(1 / ZOOM_STEP));
  }

  /** Shows all places again. */
  reset() {
    this.#chosen = null;
    this.#redraw();
  }

  /** Shows some of the places. @returns {boolean} Whether that is another view. */
  focus(places) {
    const before = this.viewport;
    const around = Viewport.around(places, this.#size);
    const closer = around.scale > before.scale ? around : before.zoomed(ZOOM_STEP);
    this.#show(closer);
    return !closer.equals(before);
  }

  #show(viewport) {
    this.#chosen = viewport;
    this.#redraw();
  }

  /** The handlers of the plot's events. */
  handlers = {
    keydown: (event) => this.#press(event),
    wheel: (event) => this.#zoomByWheel(event),
    pointerdown: (event) => this.#startPointer(event),
    pointermove: (event) => this.#drag(event),
    pointerup: (event) => this.#endPointer(event),
    pointercancel: (event) => this.#endPointer(event),
  };

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      "+": () => this.zoomIn(),
      "=": () => this.zoomIn(),
      "-": () => this.zoomOut(),
      0: () => this.reset(),
      ArrowLeft: () => this.#show(this.viewport.panned(PAN_STEP, 0)),
      ArrowRight: () => this.#show(this.viewport.panned(-PAN_STEP, 0)),
      ArrowUp: () => this.#show(this.viewport.panned(0, PAN_STEP)),
      ArrowDown: () => this.#show(this.viewport.panned(0, -PAN_STEP)),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Zooms with the wheel once the map has the focus, so that a page is not caught on its way over a map. */
  #zoomByWheel(event) {
    const isPinch = event.ctrlKey;
    if (!isPinch && !this.#plot.matches(":focus-within")) return;
    event.preventDefault();
    const distance = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1) * (isPinch ? 4 : 1);
    this.#show(this.viewport.zoomed(2 ** (-distance * WHEEL_ZOOM), this.#pointOf(event)));
  }

  #startPointer(event) {
    if (event.button !== 0) return;
    if (this.#pointers.size === 0) this.#isDragged = false;
    this.#pointers.set(event.pointerId, { start: this.#pointOf(event), last: this.#pointOf(event) });
  }

  #drag(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const point = this.#pointOf(event);
    const isFar = Math.hypot(point.x - pointer.start.x, point.y - pointer.start.y) > TAP_SLOP;
    if (!this.#isDragged && !isFar && this.#pointers.size === 1) return;
    // The captured pointer's click goes to the plot instead of the pin under it.
    this.#plot.setPointerCapture(event.pointerId);
    this.#isDragged = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1].last;
    const { last } = pointer;
    pointer.last = point;
    if (!other) return this.#show(this.viewport.panned(point.x - last.x, point.y - last.y));
    const distance = (one) => Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
    this.#show(this.viewport
      .panned((point.x - last.x) / 2, (point.y - last.y) / 2)
      .zoomed(distance(point) / distance(last), middle));
  }

  #endPointer(event) {
    this.#pointers.delete(event.pointerId);
  }

  #pointOf({ clientX, clientY }) {
    const { left, top } = this.#plot.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}
