/**
 * Shows a page in place of a view, which can't go on. It depends on nothing of the view, and its syntax is an old one, for
 * browsers that are too old for the rest.
 *
 * @param {Element} root The element of the view.
 * @param {string} title @param {string} text
 * @param {{label: string, press: Function}[]} actions
 * @returns {HTMLElement} The heading, which can have the focus.
 */
export function showErrorPage(root, title, text, actions) {
  var page = element("div", "empty empty--page");
  var heading = page.appendChild(element("h1", "empty__title", title));
  heading.tabIndex = -1;
  page.appendChild(element("p", "empty__text", text));
  for (var index = 0; index < actions.length; index += 1) {
    var button = page.appendChild(element("button", index ? "button button--plain" : "button button--primary", actions[index].label));
    button.type = "button";
    button.addEventListener("click", actions[index].press);
  }
  var main = element("main", "frame");
  main.appendChild(page);
  root.textContent = "";
  root.appendChild(main);
  return heading;
}

function element(tag, className, text) {
  var made = document.createElement(tag);
  made.className = className;
  if (text) made.textContent = text;
  return made;
}
