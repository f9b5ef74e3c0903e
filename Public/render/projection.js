/** The smallest extent of a plot, in degrees, so that a single marker has some area around it. */
const SMALLEST = 0.01;
/** The margin around the outermost markers, as a fraction of the plot. */
const MARGIN = 0.18;

/** The positions of coordinates on a plot of 100 by 100: a plate carrée of the area that contains all markers. */
export class Projection {
  /** @param {{latitude: number, longitude: number}[]} markers */
  constructor(markers) {
    this.latitudes = extent(markers.map((marker) => marker.latitude), 90);
    this.longitudes = extent(markers.map((marker) => marker.longitude), 180);
  }

  /** @returns {{x: number, y: number}} From the top left. */
  point(latitude, longitude) {
    return { x: part(longitude, this.longitudes), y: 100 - part(latitude, this.latitudes) };
  }
}

/**
 * The lines of a plot's graticule, at round degrees.
 * @param {Projection} projection
 * @returns {{axis: "x"|"y", at: number, label: string}[]}
 */
export function graticule(projection) {
  const { latitudes, longitudes } = projection;
  return [
    ...ticks(longitudes).map((degree) => ({ axis: "x", at: part(degree, longitudes), label: name(degree) })),
    ...ticks(latitudes).map((degree) => ({ axis: "y", at: 100 - part(degree, latitudes), label: name(degree) })),
  ];
}

function extent(values, limit) {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return { from: -limit, to: limit };
  const from = Math.min(...known);
  const to = Math.max(...known);
  const size = Math.max(to - from, SMALLEST) / (1 - 2 * MARGIN);
  const middle = (from + to) / 2;
  return { from: middle - size / 2, to: middle + size / 2 };
}

function part(value, { from, to }) {
  return Math.round(((value - from) / (to - from)) * 10000) / 100;
}

function ticks({ from, to }) {
  const rough = (to - from) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((each) => each >= rough);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

function name(degree) {
  return `${Number(degree.toPrecision(8))}°`;
}
