import { english } from "./words/english.js";
import { german } from "./words/german.js";
import { japanese } from "./words/japanese.js";

const tables = new Map([["de", german], ["en", english], ["ja", japanese]]);

/** The texts of the client itself, in the language of {@link speak}; every other text comes with the state. */
export const words = { ...english };

/**
 * Changes the language of {@link words}.
 * @param {string} language A tag of BCP 47.
 * @returns {string} The language of the words; English if there is no table for the other one.
 */
export function speak(language) {
  const [primary] = language.toLowerCase().split("-");
  const known = tables.has(primary) ? primary : "en";
  Object.assign(words, tables.get(known));
  return known;
}
