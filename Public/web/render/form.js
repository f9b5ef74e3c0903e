import { normalizedCode } from "./code.js";
import { field } from "./field.js";
import { formPayload, typeOf } from "./schema.js";
import { h, isEdited, restore } from "./dom.js";
import { memberAt, pointerTo } from "./pointer.js";
import { messageList, visibleFields } from "./messages.js";
import { isUsername } from "./username.js";
import { vibrate } from "./haptics.js";

/**
 * `{"kind": "form", "output", "submit": "Label", "role"?, "fields": […]}`. Reports an object by field name, or the plain value
 * of its single field if the output's schema is not of an object.
 *
 * Typed values are kept until the server has accepted them. A secret is removed once the server has responded, and is never
 * part of a draft.
 */
export function form(description, context) {
  const { output: name, submit: label, role = "primary" } = description;
  const output = context.output(name);
  const isEnabled = Boolean(output) || context.isPending || context.isTemporarilyUnavailable(name);
  const messages = messagesByField(description, context);
  const fields = visibleFields(description);

  return h("form", {
    class: "form",
    novalidate: true,
    "aria-busy": context.isPending && "true",
    on: {
      submit: (event) => submit(event, description, context),
      input: (event) => {
        keepDraft(event.currentTarget, description, context);
        if (!event.isComposing) submitCompleteCode(event, fields);
      },
      compositionend: (event) => submitCompleteCode(event, fields),
    },
  },
    messageList(messages.get("") ?? []),
    fields.length > 0 && h("div", { class: "card fields" }, fields.map((each) =>
      h("div", { key: each.name, class: `field field--${each.input}` }, field(each, {
        id: context.at(each.name).id(),
        schema: schemaOf(each.name, output?.schema),
        isAlone: fields.length === 1,
        isRequired: each.required ?? requires(output?.schema, each.name),
        isEnabled,
        lacksUsername: !fields.some(({ autocomplete }) => isUsername(autocomplete)),
        messages: messages.get(each.name) ?? [],
        username: context.app.username,
        files: (common) => fileControl(each, common, context.at(each.name)),
        words: context.words,
        mounted: (input) => applyDraft(input, context.draft(description)),
      })))),
    h("button", {
      class: `button button--${role}`,
      type: "submit",
      disabled: !isEnabled,
      "aria-busy": context.isPending && "true",
    },
      h("span", { class: "button__label" }, label ?? context.words.send),
      context.isPending && h("span", { class: "spinner" })));
}

/** Sends a form with a code of fixed length as its only field as soon as the field has the last digit. */
function submitCompleteCode({ currentTarget: form, target: input }, fields) {
  if (fields.length !== 1 || !("digits" in input.dataset)) return;
  const code = normalizedCode(input.value);
  if (input.dataset.digits !== String(code.length) || /[^0-9]/.test(code)) return;
  input.value = code;
  form.requestSubmit();
}

/** The control of a field for files, whose code is loaded when the first one is drawn. */
function fileControl(description, common, context) {
  const { app } = context;
  app.fileFields ??= import("./files.js").then((module) => {
    app.fileFields = module;
    app.redraw();
  });
  return app.fileFields.draw?.(description, common, context, h);
}

function schemaOf(name, schema) {
  return typeOf(schema) === "object" ? schema.properties?.[name] : schema;
}

/** Whether a schema requires a member, or undefined if it does not specify this. */
function requires(schema, name) {
  return typeOf(schema) === "object" ? (schema.required ?? []).includes(name) : undefined;
}

/** The screen's messages and the errors in the last payload, by field. A message about no field is under "". */
function messagesByField(description, context) {
  const names = visibleFields(description).map((each) => each.name);
  const messages = new Map();
  for (const message of [...context.messagesFor(description), ...context.validationMessages]) {
    const pointed = memberAt(message.pointer);
    const isBare = pointed === "" && names.length === 1;
    const name = isBare ? names[0] : names.includes(pointed) ? pointed : "";
    messages.set(name, [...(messages.get(name) ?? []), message]);
  }
  return messages;
}

/** Stores what the user has typed, except secrets. */
function keepDraft(element, description, context) {
  const edited = [...element.querySelectorAll("[name]:not([data-secret])")].filter(isEdited);
  const values = edited.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]);
  context.keepDraft(description, Object.fromEntries(values));
}

/** Sets an input to its value in a draft. */
function applyDraft(input, draft = {}) {
  if (!Object.hasOwn(draft, input.name) || "secret" in input.dataset) return;
  if (input.type === "checkbox") input.checked = draft[input.name] === true;
  else input.value = draft[input.name];
}

async function submit(event, description, context) {
  const { output, fields = [] } = description;
  event.preventDefault();
  const element = event.currentTarget;
  if (!context.output(output) || context.isPending) return;
  const inputs = [...element.querySelectorAll("[name]")];
  for (const input of inputs) if ("digits" in input.dataset) input.value = normalizedCode(input.value);
  const unsent = context.app.fileFields?.problems?.(fields, context, context.output(output).schema);
  if (unsent?.length > 0) return context.showValidationErrors(unsent);
  const invalid = inputs.filter((input) => !input.checkValidity());
  if (invalid.length > 0) {
    context.showValidationErrors(invalid.map((input) => ({ pointer: pointerTo(input.name), detail: validationMessageOf(input, context.words) })));
    invalid[0].focus();
    return;
  }
  const entries = fields.map((each) => ({ name: each.name, value: valueOf(each, inputs, context) }));
  const isSecret = inputs.some((input) => "secret" in input.dataset);
  const outcome = await context.report(output, formPayload(entries, context.output(output).schema), { isSecret });
  if (outcome === "ignored") return;
  if (element.isConnected) complete(element, inputs, outcome, description, context);
  else if (outcome === "accepted") context.dropDraft();
}

function complete(element, inputs, outcome, description, context) {
  // A form on a covered screen keeps its text, because the user may come back to it.
  const isDone = outcome === "accepted" && context.app.store.state?.focus === context.key;
  const stored = outcome === "accepted" ? storedFields(description, context) : new Set();
  for (const input of inputs.filter((each) => isDone || "secret" in each.dataset || stored.has(each.name))) {
    restore(input);
    // The event is for the counter of the input. The form's own handler does not get it, because it does not bubble.
    input.dispatchEvent(new Event("input"));
  }
  if (isDone) {
    context.app.fileFields?.clear?.(description.fields, context);
    context.dropDraft();
  } else if (stored.size > 0) keepDraft(element, description, context);
  if (outcome === "rejected") vibrate("error");
  if (outcome === "rejected") (element.querySelector("[aria-invalid]") ?? element.querySelector("[data-secret]"))?.focus();
}

/** The names of the fields for which the server has stored a value with the form, maybe another value than was typed. */
function storedFields({ output, fields = [] }, { app, key }) {
  const form = app.store.state?.screens[key]?.view?.find((each) => each.kind === "form" && each.output === output);
  const changed = (form?.fields ?? []).filter(({ name, value }) => value !== fields.find((each) => each.name === name)?.value);
  return new Set(changed.map(({ name }) => name));
}

function valueOf(description, inputs, context) {
  const { name, input, value } = description;
  if (input === "hidden") return value ?? "";
  if (input === "file") return context.app.fileFields.valueOf(description, context.at(name));
  const element = inputs.find((each) => each.name === name);
  return input === "toggle" ? element.checked : element.value;
}

function validationMessageOf(input, words) {
  if (input.validity.valueMissing) return words.fieldMissing;
  return input.validity.patternMismatch ? words.fieldInvalid : input.validationMessage;
}
