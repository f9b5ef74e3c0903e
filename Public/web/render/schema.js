/**
 * Functions that read JSON Schema 2020-12, as far as controls need it. The server validates each payload, so these checks only
 * save a round trip.
 */

/**
 * The type of a schema's values. Of a list such as `["string", "null"]` it is the first that is not null. If the schema has no
 * type, it is the type of an example.
 */
export function typeOf(schema) {
  if (!schema) return undefined;
  if (schema.type) return [schema.type].flat().find((each) => each !== "null");
  if (schema.properties) return "object";
  const example = schema.const ?? schema.enum?.[0];
  return example === undefined || example === null ? undefined : typeof example;
}

/**
 * The payload of a control that has one value: the value, or an object with it as the only member if the output requires an
 * object.
 * @param {*} value
 * @param {string} name The member's name, if the schema doesn't determine it.
 * @param {object|undefined} schema The output's.
 * @param {object} [rest] The payload's other members, if the element has them.
 */
export function payloadOf(value, name, schema, rest) {
  if (rest) return { ...rest, [name]: value };
  if (typeOf(schema) !== "object") return value;
  const names = Object.keys(schema.properties ?? {});
  return { [names.length === 1 ? names[0] : name]: value };
}

/**
 * The payload of a form: an object by field name, or the single field's value if the output does not take an object.
 * Empty fields are omitted, unless the schema requires them.
 * @param {{name: string, value: string|boolean}[]} entries The values of the inputs.
 * @param {object|undefined} schema The output's.
 * @returns {*} Undefined if there is nothing to send.
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

/**
 * The value of an input in the type of the schema. It is unchanged if it can't be converted, so that the server can reject it.
 */
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
 * A schema's constraints as attributes of an input. The greatest length is none of them: an input counts an emoji as two
 * characters and cuts off the rest of a pasted text, so the counter shows what is left, and the server decides.
 * @param {object|undefined} schema
 * @returns {object}
 */
export function constraints(schema = {}) {
  const attributes = {
    minlength: schema.minLength,
    min: schema.minimum,
    max: schema.maximum,
    step: schema.multipleOf ?? STEPS[typeOf(schema)],
    pattern: anchored(schema.pattern),
  };
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** The number of digits that a schema requires exactly, as `^[0-9]{6}$` does. @param {object} [schema] */
export function digitsOf({ pattern } = {}) {
  const found = /^\^(?:\[0-9\]|\\d)\{(\d+)\}\$$/.exec(pattern ?? "");
  return found ? Number(found[1]) : undefined;
}

const STEPS = { integer: 1, number: "any" };

/** The pattern for HTML, which matches the whole value where JSON Schema searches, and uses the stricter `v` syntax. */
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
