/** Contrasts of colors, by WCAG 2.2. The functions are pure, so a build can check a theme in Node. */

/** The least contrast of text and its background (success criterion 1.4.3), and of other marks (1.4.11). */
const LEAST = { text: { ratio: 4.5, criterion: "1.4.3" }, mark: { ratio: 3, criterion: "1.4.11" } };

/** The colors that are seen on each other, by what is seen there. */
const PAIRS = [
  ...["ink", "ink-soft", "ink-faint", "accent", "danger"].flatMap((name) => [["text", name, "ground"], ["text", name, "card"]]),
  ["text", "ink", "card-pressed"], ["text", "accent", "card-pressed"], ["text", "ink", "well"], ["text", "ink-soft", "well"],
  ["text", "accent", "accent-wash"], ["text", "on-accent", "accent"], ["text", "on-accent", "accent-pressed"],
  ["text", "danger", "danger-wash"], ["text", "on-danger", "danger"], ["text", "caution", "caution-wash"], ["text", "on-notice", "notice"],
  ["mark", "edge", "ground"], ["mark", "edge", "card"],
];

/**
 * The contrast of two colors, from 1 to 21.
 * @param {string} one Such as `#0e6656`. @param {string} other
 * @returns {number}
 */
export function contrast(one, other) {
  const [bright, dark] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (bright + 0.05) / (dark + 0.05);
}

/**
 * A sentence for each pair of colors that is hard to read.
 * @param {"light"|"dark"} scheme @param {Record<string, string>} colors All colors of a theme by name.
 * @returns {string[]}
 */
export function unreadable(scheme, colors) {
  return PAIRS.flatMap(([kind, front, back]) => {
    const { ratio: least, criterion } = LEAST[kind];
    const ratio = contrast(colors[front], colors[back]);
    if (ratio >= least) return [];
    // Rounded up, it would look as if it were enough.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
    const missing = (least - Number(shown)).toFixed(2);
    return [`In the ${scheme} colors, ${front} (${colors[front]}) on ${back} (${colors[back]}) has a contrast of ${shown}:1, which is ` +
      `${missing} below the ${least}:1 that WCAG 2.2 (${criterion}) requires.`];
  });
}

/**
 * A color between two others.
 * @param {string} one @param {string} other @param {number} part The part of the other one, from 0 to 1.
 */
export function mixed(one, other, part) {
  const [from, to] = [channels(one), channels(other)];
  return `#${from.map((value, index) => Math.round(value + (to[index] - value) * part).toString(16).padStart(2, "0")).join("")}`;
}

/** The relative luminance. */
function luminance(color) {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color) {
  return [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
}
