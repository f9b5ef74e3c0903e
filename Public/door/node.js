/**
 * An element.
 * @param {string} tag @param {object} props Attributes. `on` has event listeners, and `style` has properties of the CSSOM.
 * @param {...(Node|string|null|false)} children
 */
export function node(tag, { on = {}, style = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value);
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener);
  element.append(...children.filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}
