"""Translations and extensions, which change the document that the client has drawn.

    Scripts/browser-test.sh test_foreign_nodes

No translation service and no extension is used. Scripts in the page do what they do: a text is taken out, and `<font>` elements with another one
come in its place; elements come among the drawn ones, or around them.
"""

import unittest

from selenium.webdriver.common.keys import Keys

from browser import Browser, wait_until
from elements_server import MODULES, ElementsServer
from test_elements import ElementsTest, state
from walk import Walk

#: Puts elements with a translation in the place of every text, and of each later one, as browsers do.
TRANSLATE = """
const translate = (root) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.data.trim() || text.parentNode.closest("font, script, style, textarea, option, svg, [translate=no]")) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `«${text.data}»`;
    outer.append(inner);
    text.replaceWith(outer);
  }
};
translate(document.body);
new MutationObserver((records) => records.forEach((each) => each.type === "childList"
  ? each.addedNodes.forEach((node) => translate(node.nodeType === 3 ? node.parentNode ?? node : node)) : translate(each.target.parentNode)))
  .observe(document.body, {childList: true, characterData: true, subtree: true});
"""

#: Runs steps on a container of its own with the module that draws; returns what the last one returns.
STEPS = """
const done = arguments[arguments.length - 1];
import("/web/render/dom.js").then(async ({h, draw}) => {
  const box = document.createElement("div");
  document.body.append(box);
  const text = () => box.textContent;
  const foreign = (tag = "span", content = "") => Object.assign(document.createElement(tag), {textContent: content});
  const font = (node, content = `«${node.data}»`) => { const outer = foreign("font"); outer.append(foreign("font", content)); node.replaceWith(outer); return outer; };
  try { return await (async () => { %s })(); } finally { box.remove(); }
}).then(done, (error) => done(String(error.stack)));
"""


class Drawing(ElementsTest):
    """The module that draws, for each way in which others change what it has drawn."""

    public = MODULES

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = ElementsServer(state(), MODULES)
        cls.addClassCleanup(cls.server.stop)
        cls.browser.open(cls.server.address)
        cls.browser.shows("Everything")

    def run_steps(self, steps):
        return self.browser.driver.execute_async_script(STEPS % steps)

    def test_a_text_that_was_replaced_is_there_once_after_each_change(self):
        for name, around in {
            "a text alone": '(t) => h("p", {}, t)',
            "before an element": '(t) => h("p", {}, t, h("b", {}))',
            "behind an element": '(t) => h("p", {}, h("b", {}), t)',
            "between elements": '(t) => h("p", {}, h("b", {}), t, h("i", {}))',
        }.items():
            for change in ("font(node)", "font(node, `«${node.data}»`)", "node.replaceWith('«', foreign('b', node.data), foreign('br'), '»')",
                           "{ const around = foreign('font'); node.replaceWith(around); around.append(node); }",
                           "node.splitText(1)", "node.data = `«${node.data}»`", "node.remove()"):
                with self.subTest(name, change=change):
                    found = self.run_steps(f"""
                        const drawn = {around};
                        const find = () => {{ const w = document.createTreeWalker(box, 4); return w.nextNode() && w.currentNode; }};
                        const seen = [];
                        for (const word of ["one", "one", "two", "two", "three", "two"]) {{
                          draw(box, drawn(word));
                          seen.push(text().replace(/[«»]/g, ""));
                          const node = find();
                          if (node && !node.parentNode.closest("font") && text() === word) {change};
                        }}
                        return seen;
                    """)
                    self.assertEqual(found, ["one", "one", "two", "two", "three", "two"])

    def test_several_texts_beside_each_other_are_there_once_each(self):
        for change in ("[...p.childNodes].forEach((node) => node.data && font(node))", "p.normalize()", "font(p.firstChild)", "font(p.lastChild)"):
            with self.subTest(change):
                found = self.run_steps(f"""
                    const seen = [];
                    for (const [one, other] of [["a", "b"], ["a", "b"], ["a", "c"], ["d", "c"]]) {{
                      draw(box, h("p", {{}}, one, other));
                      seen.push(text().replace(/[«»]/g, ""));
                      const p = box.firstChild;
                      if (p.childNodes.length === 2) {change};
                    }}
                    return seen;
                """)
                self.assertEqual(found, ["ab", "ab", "ac", "dc"])

    def test_a_text_that_is_drawn_no_more_takes_its_translation_with_it(self):
        self.assertEqual(self.run_steps("""
            draw(box, h("p", {}, "one", h("b", {}, "bold")));
            font(box.firstChild.firstChild);
            draw(box, h("p", {}, h("b", {}, "bold")));
            return text();
        """), "bold")

    def test_a_translation_beside_the_text_goes_with_it(self):
        self.assertEqual(self.run_steps("""
            draw(box, h("p", {}, "one"));
            box.firstChild.append(foreign("font", "eins"));
            draw(box, h("p", {}, "two"));
            return text();
        """), "two")

    def test_the_node_of_an_extension_stays_when_the_text_beside_it_changes(self):
        self.assertEqual(self.run_steps("""
            draw(box, h("p", {}, "one"));
            box.firstChild.append(foreign("span", "!"));
            box.firstChild.prepend(foreign("i"));
            draw(box, h("p", {}, "two"));
            return box.innerHTML;
        """), "<p><i></i>two<span>!</span></p>")

    def test_no_element_is_moved_for_a_foreign_one(self):
        for placement in ("fields[1].before(foreign())", "fields[1].after(foreign())", "box.prepend(foreign())", "box.append(foreign())",
                          "{ const around = foreign(); fields[1].replaceWith(around); around.append(fields[1]); }",
                          "{ const around = foreign(); box.prepend(around); around.append(...fields); }",
                          "{ const around = foreign(); fields[0].before(around); around.append(fields[0], fields[1]); }",
                          "box.prepend(document.createComment('!'))", "box.prepend('text')"):
            with self.subTest(placement):
                found = self.run_steps(f"""
                    const drawn = (...names) => draw(box, names.map((key) => h("input", {{key, id: key}})));
                    drawn("a", "b", "c");
                    const fields = [...box.querySelectorAll("input")];
                    {placement};
                    fields[1].focus();
                    const moved = new MutationObserver(() => {{}});
                    moved.observe(box, {{childList: true, subtree: true}});
                    drawn("a", "b", "c");
                    const count = moved.takeRecords().length;
                    drawn("x", "a", "y", "b", "c", "z");
                    const order = [...box.querySelectorAll("input")].map(({{id}}) => id).join("");
                    const focused = document.activeElement?.id;
                    drawn("c", "b");
                    return [count, order, focused, [...box.querySelectorAll("input")].map(({{id}}) => id).join("")];
                """)
                self.assertEqual(found, [0, "xaybcz", "b", "cb"])

    def test_of_elements_in_another_order_the_fewest_are_moved(self):
        for before, after, moves in (("abcde", "bcdea", 1), ("abcde", "eabcd", 1), ("abcde", "abdce", 1), ("abcdefgh", "hbcdefga", 2)):
            with self.subTest(before=before, after=after):
                found = self.run_steps(f"""
                    const drawn = (names) => draw(box, [...names].map((key) => h("input", {{key, id: key}})));
                    drawn("{before}");
                    const moved = new MutationObserver(() => {{}});
                    moved.observe(box, {{childList: true}});
                    drawn("{after}");
                    return [moved.takeRecords().filter((each) => each.addedNodes.length).length, [...box.children].map(({{id}}) => id).join("")];
                """)
                self.assertEqual(found, [moves, after])

    def test_an_element_that_was_taken_out_is_there_again(self):
        for change in ("b.remove()", "document.body.append(b)", "box.replaceChildren()", "box.textContent = 'gone'"):
            with self.subTest(change):
                self.assertEqual(self.run_steps(f"""
                    const drawn = () => draw(box, h("i", {{}}, "1"), h("b", {{}}, "2"), h("u", {{}}, "3"));
                    drawn();
                    const b = box.querySelector("b");
                    {change};
                    drawn();
                    const found = [...box.querySelectorAll("i, b, u")].map((each) => each.textContent).join("");
                    document.querySelectorAll("body > b").forEach((each) => each.remove());
                    return found;
                """), "123")

    def test_an_element_that_goes_leaves_nothing_of_what_was_put_around_it(self):
        self.assertEqual(self.run_steps("""
            draw(box, h("i", {}), h("b", {}));
            const around = foreign();
            box.querySelector("b").replaceWith(around);
            around.append(Object.assign(document.createElement("b")));
            draw(box, h("i", {}), h("b", {}));
            draw(box, h("i", {}));
            return box.querySelectorAll("i").length;
        """), 1)


class Typing(ElementsTest):
    """An extension puts an element somewhere while the user types."""

    public = MODULES

    PLACES = {
        "before the field": "field.before(node)",
        "after the field": "field.after(node)",
        "first in the box of the field": "field.parentNode.prepend(node)",
        "before the form": "field.form.before(node)",
        "around the field": "field.replaceWith(node); node.append(field); field.focus()",
        "first in the app": "document.getElementById('app').prepend(node)",
        "first in the layers": "document.querySelector('.layers').prepend(node)",
        "last in the page": "document.body.append(node)",
        "in the bar": "document.querySelector('.bar').prepend(node)",
        "around the form": "const form = field.form; form.replaceWith(node); node.append(form); field.focus()",
    }

    def draw(self):
        """Has the page drawn again, without another element getting the focus."""
        count = len(self.server.posts)
        self.browser.driver.execute_script(
            "[...document.querySelectorAll('button')].find((each) => each.textContent === 'With payload').click()")
        self.posted(count + 1)
        wait_until(lambda: not self.browser.driver.execute_script("return document.querySelector('[aria-busy=true]')"), "the response")

    def test_no_letter_is_lost_wherever_an_element_is_put(self):
        self.serve()
        for name, script in self.PLACES.items():
            with self.subTest(name):
                field = self.browser.find("textbox", "Name")
                field.clear()
                field.click()
                self.browser.keys("mi")
                self.browser.driver.execute_script(f"const field = document.activeElement, node = document.createElement('span'); {script}")
                self.browser.keys("l")
                self.draw()
                self.browser.keys("k")
                self.assertEqual(self.browser.driver.execute_script("return document.querySelector('[name=name]').value"), "milk")

    def test_the_focus_and_the_caret_come_back_when_a_drawing_moves_the_field(self):
        self.serve()
        self.browser.find("textbox", "Name").click()
        self.browser.keys("milk", Keys.LEFT, Keys.LEFT)
        # Others have put the field elsewhere, so that it must be moved back.
        self.browser.driver.execute_script("""
            const {activeElement: field} = document;
            document.body.append(field);
            field.focus();
            field.setSelectionRange(2, 2);
        """)
        self.draw()
        self.browser.keys("s")
        self.assertEqual(self.browser.driver.execute_script("return document.querySelector('.form [name=name]').value"), "mislk")


class Translated(Walk):
    app = "items"

    def test_each_label_of_a_translated_page_is_there_once_after_every_change(self):
        self.start()
        self.browser.shows("Log in")
        self.browser.driver.execute_script(TRANSLATE)
        labels = lambda: self.browser.driver.execute_script("return [...document.querySelectorAll('button[type=submit], label')].map((each) => each.textContent)")
        first = labels()
        self.assertTrue(any("«" in each for each in first))
        for attempt in range(3):
            self.browser.driver.execute_script("document.querySelector('input[name=username], input[type=text]').value = ''")
            self.browser.type("«Username»", "demo")
            self.browser.type("«Password»", "wrong")
            self.browser.press("«Log in»")
            wait_until(lambda: self.browser.driver.execute_script("return document.querySelector('[role=alert], .message')"), "a message")
            self.assertEqual(labels(), first)
        self.browser.screenshot("translated")


if __name__ == "__main__":
    unittest.main()
