import { contrast, mixed } from "./contrast.js";

const WHITE = "#ffffff";
const BLACK = "#000000";

/** The colors of the kit, as `style/tokens.css` has them. */
const own = {
  light: {
    ground: "#f6f3ed", card: "#ffffff", "card-pressed": "#f0ece4", well: "#e9e4da", line: "#e4dfd5", edge: "#84887f",
    ink: "#1d211f", "ink-soft": "#5f655f", "ink-faint": "#676d66",
    accent: "#0e6656", "accent-pressed": "#0a5245", "on-accent": "#ffffff", "accent-wash": "#dcece6",
    danger: "#b3271e", "on-danger": "#ffffff", "danger-wash": "#fae5e1", caution: "#8a5a00", "caution-wash": "#fbefd5",
    notice: "#26302c", "on-notice": "#f4f7f5", off: "#cfcabf",
  },
  dark: {
    ground: "#141715", card: "#1f2321", "card-pressed": "#292e2b", well: "#232826", line: "#303633", edge: "#7b847f",
    ink: "#eef1ee", "ink-soft": "#a3aca6", "ink-faint": "#8f9892",
    accent: "#5fd0b4", "accent-pressed": "#82dcc6", "on-accent": "#06231c", "accent-wash": "#1b342d",
    danger: "#ff8d80", "on-danger": "#2b0d09", "danger-wash": "#3b1f1c", caution: "#f0bf63", "caution-wash": "#35290f",
    notice: "#e9efeb", "on-notice": "#17201c", off: "#454c48",
  },
};

/** The names of the colors of a theme. */
export const names = Object.keys(own.light);

/**
 * All colors of a theme: those that it has, those that follow from them, and otherwise the kit's.
 * @param {"light"|"dark"} scheme @param {Record<string, string>} given
 * @returns {Record<string, string>}
 */
export function completed(scheme, given) {
  const colors = { ...own[scheme], ...given };
  const { ground, card, accent, danger } = colors;
  const onAccent = readableOn(accent);
  const isNew = (...sources) => sources.some((name) => name in given);
  const derived = {
    ...(isNew("card", "ground") && { "card-pressed": mixed(card, colors.ink, 0.06), well: mixed(ground, colors.ink, 0.07) }),
    ...(isNew("accent") && { "accent-pressed": mixed(accent, onAccent === WHITE ? BLACK : WHITE, 0.2), "on-accent": onAccent }),
    ...(isNew("accent", "ground") && { "accent-wash": mixed(ground, accent, 0.12) }),
    ...(isNew("danger") && { "on-danger": readableOn(danger), "danger-wash": mixed(ground, danger, 0.12) }),
  };
  return { ...colors, ...derived, ...given };
}

function readableOn(color) {
  return contrast(WHITE, color) >= contrast(BLACK, color) ? WHITE : BLACK;
}
