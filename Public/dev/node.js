/**
 * An element of the tools for developers. They have their own function for it, so that the client's bundle does not change by
 * them.
 * @param {string} tag @param {object} props Attributes. `on` has event listeners.
 * @param {...(Node|string|number|null|false)} children
 */
export function node(tag, { on = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value);
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener);
  element.append(...children.flat().filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

/** A button. @param {string} label @param {() => void} press */
export function button(label, press, props = {}) {
  return node("button", { type: "button", ...props, on: { click: press } }, label);
}
