import { constraints, digitsOf } from "./schema.js";
import { count } from "./count.js";
import { h } from "./dom.js";
import { messageList } from "./messages.js";
import { isUsername } from "./username.js";
import { nodeNear } from "./tree.js";

/** For text that must stay as it is typed: keyboards of phones write a capital first, and browsers mark or send it as misspelled. */
const verbatim = { autocapitalize: "none", spellcheck: "false" };
/** The attributes of each kind of input. */
const inputs = {
  text: { type: "text" },
  email: { type: "email", inputmode: "email", ...verbatim },
  phone: { type: "tel", inputmode: "tel", autocomplete: "tel" },
  // A password is shown as text when the user asks for it.
  password: { type: "password", autocomplete: "current-password", ...verbatim },
  oneTimeCode: { type: "text", inputmode: "numeric", autocomplete: "one-time-code", ...verbatim },
  number: { type: "number", inputmode: "decimal", step: "any" },
  date: { type: "date" },
};

/**
 * A field of a form: `{"name", "label", "input", "placeholder"?, "value"?, "autocomplete"?, "choices"?, "required"?, "secret"?,
 * "help"?}`, with its label, help and messages about its value.
 *
 * @param {object} description
 * @param {{id: string, schema?: object, isAlone: boolean, isRequired?: boolean, isEnabled: boolean, messages: object[],
 *   mounted: Function, lacksUsername: boolean, files: Function, username: import("./username.js").Username, words: object}} context `isRequired`
 *   is undefined if neither the field nor the schema specifies it. `mounted` is called once with the input. `files` draws the control for files. `lacksUsername` tells
 *   whether no field of the form is for a username. `username` and `words` are of the view.
 */
export function field(description, { id, schema, isAlone, isRequired, isEnabled, messages, mounted, lacksUsername, username, words, files }) {
  const { name, label, input, value, help } = description;
  const digits = input === "oneTimeCode" ? digitsOf(schema) : undefined;
  const isSentAtOnce = digits && isAlone;
  const counter = count(id, input, schema?.maxLength, words);
  const described = [help && `${id}-help`, isSentAtOnce && `${id}-length`, counter && `${id}-count`, messages.length > 0 && `${id}-messages`].filter(Boolean).join(" ");
  const common = {
    id,
    name,
    required: isRequired === true && input !== "toggle",
    disabled: !isEnabled,
    "aria-describedby": described || null,
    "aria-invalid": messages.some(({ level }) => level === "error") ? "true" : null,
    "data-secret": isSecret(description) ? "" : null,
    "data-digits": digits,
    mounted: counter ? (element) => counter.mounted(element, mounted) : mounted,
  };
  const heading = h("div", { class: "field__head" },
    h("label", { class: "field__label", for: id }, label),
    isRequired === false && input !== "toggle" && h("span", { class: "field__optional" }, words.optional));
  const notes = [
    help && h("p", { class: "help", id: `${id}-help` }, help),
    isSentAtOnce && h("p", { class: "help", id: `${id}-length` }, words.sentAtOnce),
    counter?.node,
    messages.length > 0 && h("div", { id: `${id}-messages` }, messageList(messages, "field-message")),
  ];
  if (input === "toggle") {
    return [h("div", { class: "field__line" }, heading,
      h("input", { ...common, type: "checkbox", role: "switch", class: "switch", checked: value === true || value === "true" })), notes];
  }
  const isPassword = input === "password" || /\b(current|new)-password\b/.test(description.autocomplete);
  const hidden = lacksUsername && isPassword && username.hiddenField();
  if (input === "file") return [heading, files(common), notes];
  return [heading, control(description, schema, common, username, words), hidden, input === "password" && reveal(id, description, isEnabled, words), notes];
}

/** A checkbox that shows the characters of a password or of another secret, so that the user can check what they typed. */
function reveal(id, { autocomplete = "" }, isEnabled, words) {
  const label = autocomplete.includes("password") ? words.showPassword : words.showCharacters;
  const show = (event) => {
    nodeNear(event.currentTarget, id).type = event.currentTarget.checked ? "text" : "password";
  };
  return h("label", { class: "field__reveal" },
    h("input", { type: "checkbox", class: "field__check", disabled: !isEnabled, on: { change: show } }), label);
}

function control({ input, placeholder, value, autocomplete, choices = [], secret }, schema, common, username, words) {
  const kind = Object.hasOwn(inputs, input) ? inputs[input] : inputs.text;
  const typed = { ...common, class: "field__input", autocomplete: autocomplete ?? kind.autocomplete, placeholder, value: String(value ?? "") };
  if (input === "choice") {
    const options = choices.map((choice) => h("option", { key: `=${choice.value}`, value: choice.value }, choice.label));
    const hasNone = !choices.some((choice) => String(choice.value) === String(value ?? ""));
    return h("select", { ...typed, placeholder: null },
      hasNone && h("option", { key: "none", value: "", disabled: common.required }, placeholder ?? words.choose), options);
  }
  const limits = constraints(schema);
  if (input === "multiline") return h("textarea", { ...typed, rows: 4, minlength: limits.minlength });
  const props = { ...kind, ...typed, ...limits, ...(isUsername(autocomplete) && { ...verbatim, on: username.handlers }) };
  if (secret && kind === inputs.text) props.type = "password";
  return h("input", props);
}

/** Whether the input is a secret, which is removed from the page once the server has responded. */
function isSecret({ input, secret }) {
  return secret ?? (input === "password" || input === "oneTimeCode");
}
