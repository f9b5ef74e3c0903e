/**
 * The rows of a list that are not in the state.
 * @typedef {object} RowList
 * @property {string} version The version of the source. Other rows have another one.
 * @property {object[]} rows The rows that have arrived.
 * @property {string|null} next The address of the next page, or null at the end.
 * @property {"loading"|"failed"|"idle"} status
 */

/** The rows of lists with a `source`: read page by page while their list is on a screen, and again when the version changes. */
export class Rows {
  #calls;
  #onChange;
  /**
   * The lists by session, screen and name.
   * @type {Map<string, RowList>}
   */
  #lists = new Map();

  /** @param {import("./calls.js").Calls} calls @param {() => void} onChange Called when rows have arrived, or have not. */
  constructor(calls, onChange) {
    this.#calls = calls;
    this.#onChange = onChange;
  }

  /**
   * The rows of a source. Asks for the first page if there are none of this version.
   * @param {string} screen The key of the screen.
   * @param {{name: string, version: string}} source
   * @returns {RowList} It has the rows of the version before until the rows of this version arrive.
   */
  list(screen, { name, version }) {
    const id = `${this.#calls.id} ${screen} ${name}`;
    const known = this.#lists.get(id);
    if (known?.version === version) return known;
    const list = { version, rows: known?.rows ?? [], next: null, status: "idle" };
    this.#lists.set(id, list);
    this.#read(list, this.#calls.hrefOfRows(screen, name), []);
    return list;
  }

  /**
   * Asks for the next page, or again for one that has failed.
   * @param {RowList} list
   */
  loadMore(list) {
    if (list.status !== "loading" && list.next) this.#read(list, list.next, list.rows);
  }

  /** Drops all rows, because they are of another session or another user. */
  clear() {
    this.#lists.clear();
  }

  async #read(list, href, before) {
    list.status = "loading";
    try {
      const page = await this.#calls.rows(href);
      list.rows = [...before, ...page.rows];
      list.next = page.next ?? null;
      list.status = "idle";
    } catch {
      list.next = href;
      list.status = "failed";
    }
    this.#onChange();
  }
}
