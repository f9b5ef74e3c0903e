import { english } from "./words/english.js";

/** The tables that are loaded when their language is needed, as a user needs one of them at most. */
const others = {
  de: () => import("./words/german.js").then(({ german }) => german),
  ja: () => import("./words/japanese.js").then(({ japanese }) => japanese),
};

/**
 * The language of a view: its own words, and how it writes prices and times.
 *
 * Every other text comes with the state.
 */
export class Language {
  /** The client's own texts. Until the table of a language is loaded they stay as they are. */
  words;
  /** The language of the words. */
  tag;
  /** @type {"ltr"|"rtl"} */
  direction = "ltr";
  #own;
  #onChange;
  #tables = { en: english };
  /** The language of prices and times, with the user's region if the user has the language of the state. */
  #locale = navigator.language;

  /**
   * @param {() => void} onChange Called when the table of the language has been loaded.
   * @param {Record<string, object>} [own] Words of the application's own, by language. They come before the others.
   */
  constructor(onChange, own = {}) {
    this.#onChange = onChange;
    this.#own = own;
    this.#choose(navigator.language);
    this.tag = this.#primary;
  }

  /**
   * Takes over the language of a state.
   * @param {{language?: string, direction?: string}} state Without `language` its texts are in English.
   */
  follow({ language, direction }) {
    const isOfUser = !language || primary(language) === primary(navigator.language);
    this.#locale = isOfUser ? navigator.language : language;
    this.tag = language ?? "en";
    this.direction = direction === "rtl" ? "rtl" : "ltr";
    this.#choose(this.tag);
  }

  /**
   * A price.
   * @param {{amount: number, currency: string}} price In minor units: cents, but whole yen.
   * @returns {string}
   */
  money({ amount, currency }) {
    try {
      const format = new Intl.NumberFormat(this.#locale, { style: "currency", currency });
      return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
    } catch {
      return `${amount} ${currency}`;
    }
  }

  /** A part of a whole in percent. @param {number} value From 0 to 1. */
  percent(value) {
    return new Intl.NumberFormat(this.#locale, { style: "percent" }).format(value);
  }

  /** @param {string} time RFC 3339. */
  dateAndTime(time) {
    return new Date(time).toLocaleString(this.#locale, { dateStyle: "medium", timeStyle: "short" });
  }

  /** @param {string} time RFC 3339. */
  date(time) {
    return new Date(time).toLocaleDateString(this.#locale);
  }

  /** @param {string} time RFC 3339. */
  timeOfDay(time) {
    return new Date(time).toLocaleTimeString(this.#locale, { timeStyle: "short" });
  }

  /** The language that was chosen last. */
  #primary = "";

  /** Chooses the words of a language, or English if there are none. */
  #choose(language) {
    const chosen = primary(language);
    const name = [this.#tables, others, this.#own].some((table) => Object.hasOwn(table, chosen)) ? chosen : "en";
    if (name === this.#primary) return;
    this.#primary = name;
    if (!Object.hasOwn(this.#tables, name)) this.#load(name);
    if (this.#tables[name] || !this.words) this.#show();
  }

  #load(name) {
    // This marks the table as requested. One that can't be loaded is not requested again.
    this.#tables[name] = others[name] ? null : english;
    others[name]?.().then((table) => {
      this.#tables[name] = table;
      if (name !== this.#primary) return;
      this.#show();
      this.#onChange();
    }, () => {});
  }

  #show() {
    this.words = { ...english, ...this.#tables[this.#primary], ...this.#own[this.#primary] };
  }
}

function primary(tag) {
  return tag.toLowerCase().split("-")[0];
}
