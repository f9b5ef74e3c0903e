import { h } from "./dom.js";

/**
 * `{"kind": "heading", "text", "level"?}`. The screen's title has the first heading level, so these start at the second.
 */
export function heading({ text: content, level, lang }, context) {
  return h(`h${headingRank({ level }, context)}`, { class: `heading heading--${rankOf(level)}`, lang, translate: lang ? "no" : null }, content);
}

/** The rank that a heading has at its place: at most one below the heading before it. */
export function headingRank({ level }, { rank }) {
  return Math.min(rankOf(level), rank);
}

/** The tag of the heading of a part of an element: a rank below the heading before it. */
export function partHeading({ rank }) {
  return `h${Math.min(rank, 4)}`;
}

function rankOf(level = 1) {
  return Math.min(Math.max(Math.trunc(level) || 1, 1), 3) + 1;
}

/**
 * `{"kind": "text", "text", "style"?: "body"|"secondary"|"caption"|"code"}`. Blank lines separate paragraphs. A browser
 * translates no code, and no text for which the application names a language, because that is shown for its language.
 */
export function text({ text: content, style = "body", lang }) {
  const paragraphs = String(content ?? "").split(/\n{2,}/);
  const translate = lang || style === "code" ? "no" : null;
  return paragraphs.map((paragraph) => h("p", { class: `text text--${style}`, lang, translate }, paragraph));
}
