/** The units around the equator, as in land.js. */
const WORLD = 7200;
/** The latitude at which the Mercator projection is square. */
const MAX_LATITUDE = 85.0511;
/** The margin around the outermost markers, as a fraction of the plot. */
const MARGIN = 0.2;
/** The extent of a plot around a single place, in units: 8° of longitude, so that it shows where the place is. */
const SINGLE_PLACE_EXTENT = 160;
/** The extent of the closest view, in units: 0.002° of longitude. */
const SMALLEST_EXTENT = 0.04;
/** The distance between lines of the graticule, in pixels. */
const LINE_SPACING = 96;

/**
 * The part of the world that a plot shows, in the Mercator projection. Values don't change: each movement returns another.
 *
 * The world is measured in units from 0° N and 0° E, to the east and to the south. The plot is measured in pixels from the top
 * left.
 */
export class Viewport {
  /** @param {{x: number, y: number, scale: number, width: number, height: number}} view The middle, pixels per unit, the plot. */
  constructor({ x, y, scale, width, height }) {
    const smallest = Math.max(width, height) / WORLD;
    this.width = width;
    this.height = height;
    this.scale = clamp(scale, smallest, Math.max(width / SMALLEST_EXTENT, smallest));
    this.x = within(x, width / this.scale);
    this.y = within(y, height / this.scale);
  }

  /**
   * The viewport that contains all places with some margin.
   * @param {{latitude: number, longitude: number}[]} places
   * @param {{width: number, height: number}} plot
   */
  static around(places, { width, height }) {
    const points = places.map(({ latitude, longitude }) => project(latitude, longitude)).filter(isKnown);
    if (points.length === 0) return new Viewport({ x: 0, y: 0, scale: 0, width, height });
    const [west, east, north, south] = [
      Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x)),
      Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y)),
    ];
    const isOnePlace = east === west && south === north;
    const scale = isOnePlace
      ? width / SINGLE_PLACE_EXTENT
      : (1 - 2 * MARGIN) * Math.min(width / (east - west), height / (south - north));
    return new Viewport({ x: (west + east) / 2, y: (north + south) / 2, scale, width, height });
  }

  /** The position of a place on the plot, in pixels. @returns {{x: number, y: number}} */
  point(latitude, longitude) {
    return this.#pixel(project(latitude, longitude));
  }

  /** The position of 0° N and 0° E on the plot, in pixels. It may be far outside. @returns {{x: number, y: number}} */
  get origin() {
    return this.#pixel({ x: 0, y: 0 });
  }

  /** The degrees of longitude that the plot shows. */
  get span() {
    return (this.width / this.scale / WORLD) * 360;
  }

  /** Whether another viewport shows the same part. @param {Viewport} other */
  equals(other) {
    return ["x", "y", "scale", "width", "height"].every((name) => this[name] === other[name]);
  }

  /** Moves what is shown. @param {number} right In pixels. @param {number} down In pixels. */
  panned(right, down) {
    return new Viewport({ ...this, x: this.x - right / this.scale, y: this.y - down / this.scale });
  }

  /**
   * Enlarges what is shown, while the place at a point of the plot stays there.
   * @param {number} factor
   * @param {{x: number, y: number}} [point] In pixels, by default the middle.
   */
  zoomed(factor, { x, y } = { x: this.width / 2, y: this.height / 2 }) {
    const { scale } = new Viewport({ ...this, scale: this.scale * factor });
    const [right, down] = [x - this.width / 2, y - this.height / 2];
    const shift = 1 / this.scale - 1 / scale;
    return new Viewport({ ...this, scale, x: this.x + right * shift, y: this.y + down * shift });
  }

  /**
   * The lines of the graticule, at round degrees.
   * @returns {{axis: "x"|"y", at: number, label: string}[]} `at` in pixels.
   */
  graticule() {
    const step = round((LINE_SPACING / this.scale / WORLD) * 360);
    const [west, east] = [-1, 1].map((side) => ((this.x + (side * this.width) / this.scale / 2) / WORLD) * 360);
    const [north, south] = [-1, 1].map((side) => latitudeOf(this.y + (side * this.height) / this.scale / 2));
    return [
      ...degrees(west, east, step).map((degree) => ({ axis: "x", at: this.point(0, degree).x, label: name(degree) })),
      ...degrees(south, north, step).map((degree) => ({ axis: "y", at: this.point(degree, 0).y, label: name(degree) })),
    ];
  }

  #pixel({ x, y }) {
    return { x: (x - this.x) * this.scale + this.width / 2, y: (y - this.y) * this.scale + this.height / 2 };
  }
}

function project(latitude, longitude) {
  const angle = (clamp(latitude, -MAX_LATITUDE, MAX_LATITUDE) * Math.PI) / 180;
  return {
    x: (longitude / 360) * WORLD,
    y: (-Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * WORLD,
  };
}

function latitudeOf(y) {
  return ((2 * Math.atan(Math.exp((-y * 2 * Math.PI) / WORLD)) - Math.PI / 2) * 180) / Math.PI;
}

function isKnown({ x, y }) {
  return Number.isFinite(x) && Number.isFinite(y);
}

function clamp(value, smallest, largest) {
  return Math.min(Math.max(value, smallest), largest);
}

/** The middle of a part of the world that doesn't reach beyond its edge. */
function within(middle, extent) {
  const room = Math.max((WORLD - extent) / 2, 0);
  return clamp(middle, -room, room);
}

/** The next larger round step: 1, 2 or 5 of a power of ten. */
function round(step) {
  const magnitude = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((factor) => factor * magnitude).find((each) => each >= step * 0.999);
}

function degrees(from, to, step) {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(Math.floor(to / step) - first + 1, 0) }, (_, index) => (first + index) * step);
}

function name(degree) {
  return `${Number(degree.toPrecision(8))}°`;
}
