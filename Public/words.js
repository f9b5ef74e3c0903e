import { english } from "./words/english.js";

const tables = new Map([["en", english]]);
/** The tables that are loaded when their language is needed, as a user needs one of them at most. */
const others = {
  de: () => import("./words/german.js").then(({ german }) => german),
  ja: () => import("./words/japanese.js").then(({ japanese }) => japanese),
};

/** The texts of the client itself, in the language of {@link setLanguage}. Every other text comes with the state. */
export const words = { ...english };
/** The language that was asked for last. */
let wanted = "en";

/**
 * Changes the language of {@link words}. Until its table is loaded they stay as they are, and then `wordschange` is dispatched.
 * @param {string} language A tag of BCP 47.
 * @returns {string} The language of the words, which is English if there is no table for the other one.
 */
export function setLanguage(language) {
  const [primary] = language.toLowerCase().split("-");
  wanted = tables.has(primary) || Object.hasOwn(others, primary) ? primary : "en";
  if (tables.has(wanted)) Object.assign(words, tables.get(wanted));
  else load(wanted);
  return wanted;
}

function load(language) {
  const loading = others[language];
  // This marks the table as requested. One that can't be loaded is not requested again.
  tables.set(language, words);
  loading().then((table) => {
    tables.set(language, table);
    if (wanted !== language) return;
    Object.assign(words, table);
    dispatchEvent(new Event("wordschange"));
  }, () => {});
}
