import { setLanguage } from "./words.js";

/** The language of prices and times, with the user's region if the user has the language of the state. */
let locale = navigator.language;

document.documentElement.lang = setLanguage(navigator.language);

/**
 * Takes over the language of a state: for the page, the client's own words, prices and times.
 * @param {{language?: string, direction?: string}} state Without `language` its texts are in English.
 */
export function applyLanguage({ language, direction }) {
  const isOfUser = !language || primary(language) === primary(navigator.language);
  locale = isOfUser ? navigator.language : language;
  const page = document.documentElement;
  page.lang = language ?? "en";
  page.dir = direction ?? "ltr";
  setLanguage(page.lang);
}

/**
 * A price.
 * @param {{amount: number, currency: string}} price In minor units: cents, but whole yen.
 * @returns {string}
 */
export function money({ amount, currency }) {
  try {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency });
    return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** A part of a whole in percent. @param {number} value From 0 to 1. */
export function percent(value) {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(value);
}

/** @param {string} time RFC 3339. */
export function dateAndTime(time) {
  return new Date(time).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {string} time RFC 3339. */
export function date(time) {
  return new Date(time).toLocaleDateString(locale);
}

/** @param {string} time RFC 3339. */
export function timeOfDay(time) {
  return new Date(time).toLocaleTimeString(locale, { timeStyle: "short" });
}

function primary(tag) {
  return tag.toLowerCase().split("-")[0];
}
