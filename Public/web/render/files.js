import { h } from "./dom.js";
import { words as wordsByLanguage } from "../words/files.js";

/**
 * The files of one field, in the order in which the user has chosen them.
 * @typedef {{name: string, share: number, reference?: {id: string}, problem?: string, ending: AbortController}} ChosenFile
 */

/**
 * The control of a field for files: what the user has chosen, how much of it has arrived, and a button for more.
 *
 * A file is sent as soon as it is chosen, and the form waits until all of them have arrived.
 *
 * @param {{name: string, files?: {accept?: string, bytes?: number, count?: number}}} description
 * @param {object} common The attributes of every control. @param {import("./context.js").Context} context
 */
export function draw({ name, files: rules = {} }, common, context) {
  const { words, language } = context;
  const chosen = filesOf(context);
  const most = rules.count ?? 1;
  const choose = ({ currentTarget: input }) => {
    for (const file of [...input.files].slice(0, most - chosen.length)) send(file, name, context);
    input.value = "";
  };
  return h("div", { class: "files" },
    h("ul", { class: "files__list" }, chosen.map((file, index) => h("li", { key: index, class: "files__file" },
      h("span", { class: "files__name" }, file.name),
      h("span", { class: file.problem ? "field-message field-message--error" : "help", role: "status" },
        file.problem ?? (file.reference ? fileWords(context).arrived : language.percent(file.share))),
      h("button", { type: "button", class: "button button--plain", "aria-label": words.removeDevice(file.name), on: { click: () => remove(file, context) } }, words.remove)))),
    // Without a name it is not among the inputs whose values a form sends and keeps.
    h("input", {
      ...common,
      name: null,
      mounted: undefined,
      disabled: common.disabled || chosen.length >= most,
      type: "file",
      class: "field__input",
      accept: rules.accept,
      multiple: most > 1,
      on: { change: choose },
    }));
}

/**
 * The value of a field: the reference of its file, or a list for a field of several, as JSON.
 * @param {object} description @param {import("./context.js").Context} context
 */
export function valueOf({ files: { count = 1 } = {} }, context) {
  const references = filesOf(context).map(({ reference }) => reference);
  return references.length === 0 ? "" : JSON.stringify(count > 1 ? references : references[0]);
}

/**
 * Why a form can't be sent with the files of a field, or undefined.
 * @param {import("./context.js").Context} context @param {boolean} isRequired
 */
export function problemOf(context, isRequired) {
  const chosen = filesOf(context);
  const { words } = context;
  if (chosen.length === 0) return isRequired ? words.fieldMissing : undefined;
  return chosen.find(({ problem }) => problem)?.problem ?? (chosen.every(({ reference }) => reference) ? undefined : fileWords(context).coming);
}

/** Forgets the files of a field, because the form was sent. @param {import("./context.js").Context} context */
export function clear(context) {
  filesOf(context).length = 0;
}

function fileWords({ language }) {
  return wordsByLanguage[language.tag.split("-")[0]] ?? wordsByLanguage.en;
}

/** @returns {ChosenFile[]} */
function filesOf(context) {
  const { files, store } = context.app;
  const id = `${store.state?.id} ${context.id()}`;
  if (!files.has(id)) files.set(id, []);
  return files.get(id);
}

async function send(file, field, context) {
  const chosen = { name: file.name, share: 0, ending: new AbortController() };
  const { app } = context;
  filesOf(context).push(chosen);
  app.redraw();
  try {
    chosen.reference = await app.upload(file, { screen: context.key, field }, {
      signal: chosen.ending.signal,
      onProgress: (share) => {
        chosen.share = share;
        app.redraw();
      },
    });
  } catch (failure) {
    if (!chosen.ending.signal.aborted) chosen.problem = failure.message || fileWords(context).lost;
  }
  app.redraw();
}

function remove(file, context) {
  file.ending.abort();
  const files = filesOf(context);
  files.splice(files.indexOf(file), 1);
  context.app.redraw();
}
