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
 * @param {import("./dom.js").h} h Not an import, because this file is loaded when it is needed.
 */
export function draw({ name, files: rules = {} }, common, context, h) {
  const { words, language } = context;
  const chosen = filesOf(context);
  const most = rules.count ?? 1;
  const choose = ({ currentTarget: input }) => {
    for (const file of [...input.files].slice(0, most - chosen.length)) send(file, name, context);
    input.value = "";
  };
  return h("div", {},
    h("ul", { class: "files" }, chosen.map((file, index) => h("li", { key: index, class: "files__file field__line" },
      h("span", {}, file.name),
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
 * Why a form can't be sent with the files of its fields: messages with JSON Pointers.
 * @param {object[]} fields @param {import("./context.js").Context} context The form's. @param {object} [schema] The output's.
 */
export function problems(fields, context, schema) {
  return fields.filter(isOfFiles).flatMap(({ name }) => {
    const detail = problemOf(context.at(name), schema?.required?.includes(name));
    return detail ? [{ pointer: pointerTo(name), detail }] : [];
  });
}

function problemOf(context, isRequired) {
  const chosen = filesOf(context);
  if (chosen.length === 0) return isRequired ? context.words.fieldMissing : undefined;
  const failed = chosen.find(({ problem }) => problem);
  return failed?.problem ?? (chosen.every(({ reference }) => reference) ? undefined : fileWords(context).coming);
}

/** Forgets the files of a form that was sent. @param {object[]} fields @param {import("./context.js").Context} context The form's. */
export function clear(fields, context) {
  for (const { name } of fields.filter(isOfFiles)) filesOf(context.at(name)).length = 0;
}

function isOfFiles({ input }) {
  return input === "file";
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
  forgetErrors(field, context);
}

/** Forgets the errors of a field, which were about its files as they were, and draws it. */
function forgetErrors(field, { app: { store, redraw } }) {
  const { validationErrors } = store;
  const errors = validationErrors?.errors.filter(({ pointer }) => pointer !== pointerTo(field));
  if (errors) store.change({ validationErrors: { ...validationErrors, errors } });
  redraw();
}

function pointerTo(name) {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function remove(file, context) {
  file.ending.abort();
  const files = filesOf(context);
  files.splice(files.indexOf(file), 1);
  context.app.redraw();
}
