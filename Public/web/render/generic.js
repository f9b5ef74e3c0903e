import { typeOf } from "./schema.js";

/**
 * A view for a screen without one: its properties, and a form or a button for each output, generated from the schema.
 * @param {{props?: object, outputs?: object[]}} screen
 * @returns {object[]} Elements.
 */
export function genericView({ props, outputs = [] }) {
  const view = Object.keys(props ?? {}).length > 0 ? [{ kind: "properties", values: props }] : [];
  return [...view, ...outputs.map(control)];
}

/** A name in code as a label: "postCode" becomes "Post code". @param {string} name */
export function humanize(name) {
  const spaced = name.replace(/[_-]+/g, " ").replace(/([\p{Ll}\d])(\p{Lu})/gu, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function control({ name, schema }) {
  const label = humanize(name);
  if (!schema) return { kind: "button", output: name, label };
  const members = typeOf(schema) === "object" ? Object.entries(schema.properties ?? {}) : null;
  const fields = members?.map(([member, its]) => field(member, its, humanize(member))) ?? [field("value", schema, label)];
  return { kind: "form", output: name, submit: label, role: "plain", fields };
}

function field(name, schema, label) {
  const { title, description, enum: values, format, default: value } = schema;
  const choices = values?.map((each) => ({ value: each, label: String(each) }));
  return {
    name,
    label: title ?? label,
    input: inputFor(schema, values, format),
    value: schema.const ?? value,
    choices,
    secret: schema.writeOnly,
    help: description,
  };
}

function inputFor(schema, values, format) {
  if ("const" in schema) return "hidden";
  if (values) return "choice";
  switch (typeOf(schema)) {
    case "boolean": return "toggle";
    case "integer":
    case "number": return "number";
    case "object":
    case "array": return "multiline";
    default: return { email: "email", date: "date", password: "password" }[format] ?? "text";
  }
}
