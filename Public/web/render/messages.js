import { h } from "./dom.js";
import { memberAt } from "./pointer.js";
import { symbol } from "./symbols.js";

const icons = { error: "warning", warning: "warning", info: "info", success: "checkmark" };

/**
 * A list of messages. Urgent messages interrupt a screen reader.
 * @param {{code?: string, level?: string, text: string}[]} messages
 * @param {"message"|"field-message"} [style] A banner on the screen, or a line at a field.
 */
export function messageList(messages, style = "message") {
  return messages.map(({ code, level = "info", text }) => {
    const isUrgent = level === "error" || level === "warning";
    return h("div", {
      key: `${level} ${code ?? ""} ${text}`,
      class: `${style} ${style}--${level}`,
      role: isUrgent ? "alert" : "status",
    }, symbol(icons[level] ?? "info"), h("span", {}, text));
  });
}

/**
 * Distributes a screen's messages: each to the first form with the field it points at, the rest to the screen.
 * @param {object[]} messages
 * @param {object[]} view The screen's elements.
 * @returns {{banner: object[], byForm: Map<object, object[]>}}
 */
export function distributeMessages(messages, view) {
  const forms = view.filter((each) => each.kind === "form");
  const byForm = new Map(forms.map((form) => [form, []]));
  const banner = [];
  for (const message of messages) {
    const name = memberAt(message.pointer);
    const owner = name && forms.find((form) => visibleFields(form).some((field) => field.name === name));
    (owner ? byForm.get(owner) : banner).push(message);
  }
  return { banner, byForm };
}

/** The visible fields of a form. @returns {object[]} */
export function visibleFields({ fields = [] }) {
  return fields.filter((field) => field.input !== "hidden");
}
