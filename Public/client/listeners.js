/** The functions that are called when something happens, by its name. */
export class Listeners {
  #listeners = new Map();
  #report;

  /** @param {(failure: unknown) => void} report Called with the error of a listener, which prevents no other from being called. */
  constructor(report) {
    this.#report = report;
  }

  /**
   * @param {string} name
   * @param {(value: any) => void|Promise<void>} listener
   * @returns {() => void} Removes it.
   */
  add(name, listener) {
    const all = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, all.add(listener));
    return () => void all.delete(listener);
  }

  /**
   * Calls all listeners of a name.
   * @param {string} name
   * @param {*} [value]
   * @returns {Promise<void>} Once those are done that take a while.
   */
  async call(name, value) {
    const done = [...(this.#listeners.get(name) ?? [])].map((listener) => {
      try {
        return listener(value);
      } catch (failure) {
        this.#report(failure);
      }
    });
    await Promise.all(done).catch(this.#report);
  }
}
