/** Reading JSON Schema 2020-12, as far as controls need it. The server's word counts; this only spares a round trip. */

/**
 * The type of a schema's values: of `["string", "null"]` and its like the first that is not null; where it is not
 * said, that of an example.
 */
export function typeOf(schema) {
  if (!schema) return undefined;
  if (schema.type) return [schema.type].flat().find((each) => each !== "null");
  if (schema.properties) return "object";
  const example = schema.const ?? schema.enum?.[0];
  return example === undefined || example === null ? undefined : typeof example;
}

/**
 * The payload of a control that has one value: bare, or as the only member of an object if the output wants an object.
 * @param {*} value
 * @param {string} name The member's name, where the schema does not give it.
 * @param {object|undefined} schema The output's.
 * @param {object} [rest] The payload's other members, where the element gives them.
 */
export function payloadOf(value, name, schema, rest) {
  if (rest) return { ...rest, [name]: value };
  if (typeOf(schema) !== "object") return value;
  const names = Object.keys(schema.properties ?? {});
  return { [names.length === 1 ? names[0] : name]: value };
}

/**
 * The payload of a form: an object by field name, or the single field's value if the output does not take an object.
 * Fields left empty are left out, unless the schema requires them.
 * @param {{name: string, value: string|boolean}[]} entries As the inputs have them.
 * @param {object|undefined} schema The output's.
 * @returns {*} Undefined where there is nothing to send.
 */
export function formPayload(entries, schema) {
  if (entries.length === 0) return typeOf(schema) === "object" ? {} : undefined;
  if (schema && typeOf(schema) !== "object") return typed(entries[0].value, schema);
  const payload = {};
  for (const { name, value } of entries) {
    const member = schema?.properties?.[name];
    const isEmptyString = value === "" && (!member || typeOf(member) === "string");
    if (value === "" && !(isEmptyString && schema?.required?.includes(name))) continue;
    payload[name] = typed(value, member);
  }
  return payload;
}

/** A typed value of what an input holds; what can't be converted goes as it is, for the server to complain about. */
function typed(value, schema) {
  switch (typeOf(schema)) {
    case "number":
    case "integer":
      return value === "" || Number.isNaN(Number(value)) ? value : Number(value);
    case "boolean":
      return value === true || value === "true" || value === "on";
    case "object":
    case "array":
      return parsed(value);
    case undefined:
      return value;
    default:
      return String(value);
  }
}

function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * A schema's constraints as attributes of an input.
 * @param {object|undefined} schema
 * @returns {object}
 */
export function constraints(schema = {}) {
  const attributes = {
    minlength: schema.minLength,
    maxlength: schema.maxLength,
    min: schema.minimum,
    max: schema.maximum,
    step: schema.multipleOf ?? STEPS[typeOf(schema)],
    pattern: anchored(schema.pattern),
  };
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

const STEPS = { integer: 1, number: "any" };

/** JSON Schema searches, HTML matches as a whole; and HTML reads the pattern by the stricter `v` rules. */
function anchored(pattern) {
  if (!pattern) return undefined;
  const whole = `[^]*(?:${pattern})[^]*`;
  try {
    new RegExp(whole, "v");
    return whole;
  } catch {
    return undefined;
  }
}
