import { viewOf } from "./screen.js";

/** The texts for the live region: changes of the screen in front that move no focus and are no message. */
export class Announcements {
  #previous = null;

  /** The number of rows of a screen with a search field if it has changed, otherwise null. @param {object} state @param {object} words */
  next({ focus, screens }, words) {
    const view = screens[focus] ? viewOf(screens[focus]) : [];
    const isSearched = view.some(({ kind }) => kind === "search");
    const count = view.filter(({ kind }) => kind === "list").flatMap(rowsOf).length;
    const before = this.#previous;
    this.#previous = { focus, count };
    const isChange = isSearched && before?.focus === focus && before.count !== count;
    return isChange ? words.results(count) : null;
  }
}

function rowsOf({ sections = [] }) {
  return sections.flatMap(({ rows = [] }) => rows);
}
