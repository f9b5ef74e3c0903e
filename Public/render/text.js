import { h } from "./dom.js";

/**
 * `{"kind": "heading", "text", "level"?}`. The screen's title has the first heading level, so these start at the second.
 */
export function heading({ text: content, level = 1, lang }) {
  const rank = Math.min(Math.max(Math.trunc(level) || 1, 1), 3) + 1;
  return h(`h${rank}`, { class: `heading heading--${rank}`, lang }, content);
}

/** `{"kind": "text", "text", "style"?: "body"|"secondary"|"caption"|"code"}`; blank lines separate paragraphs. */
export function text({ text: content, style = "body", lang }) {
  const paragraphs = String(content ?? "").split(/\n{2,}/);
  return paragraphs.map((paragraph) => h("p", { class: `text text--${style}`, lang }, paragraph));
}
