import { viewOf } from "./screen.js";

/** The texts for the live region: changes of the screen in front that move no focus and are no message. */
export class Announcements {
  #previous = null;

  /**
   * What has changed on a screen that stays in front, or null: the number of rows below a search field, the badge of a tab or of a
   * button in the bar, and a stepper that has taken the place of a button. The value of a stepper speaks for itself.
   * @param {object} state @param {object} words
   */
  next({ focus, screens, navigation }, words) {
    const view = screens[focus] ? viewOf(screens[focus]) : [];
    const isSearched = view.some(({ kind }) => kind === "search");
    const count = view.filter(({ kind }) => kind === "list").flatMap(rowsOf).length;
    const before = this.#previous;
    const badges = badgesOf(view, navigation);
    const steppers = new Map(controlsOf(view).filter(isStepper).map(({ label, value }) => [label, `${label}: ${value}`]));
    this.#previous = { focus, count, badges, steppers };
    if (before?.focus !== focus) return null;
    const texts = [
      isSearched && before.count !== count && words.results(count),
      ...[...steppers].map(([label, text]) => !before.steppers.has(label) && text),
      ...[...badges].map(([name, badge]) => badge && before.badges.get(name) !== badge && `${name}: ${badge}`),
    ].filter(Boolean);
    return texts.length > 0 ? texts.join(". ") : null;
  }
}

function rowsOf({ sections = [] }) {
  return sections.flatMap(({ rows = [] }) => rows);
}

function controlsOf(view) {
  return view.flatMap((each) => [each, each.control, ...rowsOf(each).map(({ control }) => control), ...(each.cards ?? []).map(({ control }) => control)]);
}

function isStepper(control) {
  return control?.kind === "stepper";
}

/** The badges that are seen in the bars, by the names of their tabs and buttons. */
function badgesOf(view, { type, routes } = {}) {
  const tabs = type === "tabs" ? routes : [];
  const buttons = view.filter(({ kind, placement = "body" }) => kind === "button" && placement !== "body");
  return new Map([...tabs.map(({ title, name, badge }) => [title ?? name, badge]), ...buttons.map(({ label, badge }) => [label, badge])]);
}
