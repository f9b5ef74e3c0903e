/**
 * Shows a page in place of the client, which can't go on. It depends on nothing of the client, and its syntax is an old one, for
 * browsers that are too old for the rest.
 *
 * @param {string} title @param {string} text
 * @param {{label: string, press: Function}[]} actions
 */
export function showErrorPage(title, text, actions) {
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
  var root = document.getElementById("app");
  root.textContent = "";
  root.appendChild(main);
  document.title = title;
  heading.focus();
}

function element(tag, className, text) {
  var made = document.createElement(tag);
  made.className = className;
  if (text) made.textContent = text;
  return made;
}
