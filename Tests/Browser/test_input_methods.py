"""Text that comes from an input method, from the clipboard and from outside the Basic Multilingual Plane.

    Scripts/browser-test.sh test_input_methods
"""

import unittest

from browser import wait_until
from elements_server import MODULES
from test_elements import OUTPUTS, VIEW, ElementsTest
from walk import Walk

KEY = """
const {target = document.activeElement, ...event} = arguments[0];
return target.dispatchEvent(new KeyboardEvent("keydown", {bubbles: true, cancelable: true, ...event}));
"""
#: As a browser sends the keys of a composition: most with the first member, Safari with the second alone.
COMPOSING = ({"isComposing": True}, {"keyCode": 229})



class Composition(Walk):
    app = "items"

    def test_escape_in_a_composition_asks_nothing_and_closes_nothing(self):
        browser = self.browser
        self.start()
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Welcome")
        browser.press("Got it")
        browser.press("Create item")
        browser.shows("New item")
        browser.type("Title", "にほん")
        for event in COMPOSING:
            with self.subTest(event):
                browser.driver.execute_script(KEY, {"key": "Escape", **event})
                browser.shows("New item")
                self.assertEqual(browser.all("alertdialog"), [])
                self.assertEqual(browser.focused.get_attribute("value"), "にほん")
        browser.keys("\ue00c")
        wait_until(lambda: browser.all("alertdialog"), "the question, after an Escape of no composition")


class Keys(ElementsTest):
    public = MODULES

    def test_keys_of_a_composition_move_nothing(self):
        self.serve()
        script = "document.querySelector(arguments[0]).focus()"
        for selector, key in ((".segments [role=radio]", "ArrowRight"), (".map__plot", "+"), (".swatches [role=radio]", "ArrowRight")):
            for event in COMPOSING:
                with self.subTest(selector, event=event):
                    self.browser.driver.execute_script(script, selector)
                    before = self.browser.driver.execute_script("return document.querySelector('.map__plot').outerHTML")
                    self.assertTrue(self.browser.driver.execute_script(KEY, {"key": key, **event}), "the key's own effect is not prevented")
                    self.assertEqual(self.browser.driver.execute_script("return document.querySelector('.map__plot').outerHTML"), before)
        self.assertEqual(self.server.posts, [])
        self.browser.driver.execute_script(script, ".swatches [role=radio]")
        self.assertFalse(self.browser.driver.execute_script(KEY, {"key": "ArrowRight"}), "outside a composition the key is handled")

    def test_a_search_is_sent_when_the_composition_ends(self):
        self.serve()
        field = self.browser.find("textbox", "Find something")
        field.click()
        for text in ("み", "みず", "水"):
            self.browser.driver.execute_cdp_cmd("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
            self.browser.driver.execute_async_script("setTimeout(arguments[0], 400)")
        self.assertEqual(self.server.posts, [])
        self.browser.driver.execute_cdp_cmd("Input.insertText", {"text": "水"})
        self.assertEqual(self.posted(1), "水")
        self.browser.driver.execute_async_script("setTimeout(arguments[0], 400)")
        self.assertEqual(len(self.server.posts), 1)


class Codes(ElementsTest):
    public = MODULES

    FORMS = ("029876 ", " 029876", "029 876", "029-876", "029‑876", "029–876", "029−876", "０２９８７６", "０２９－８７６", "٠٢٩٨٧٦", "۰۲۹۸۷۶", "०२९८७६",
             "029\u00a0876", "029\u202f876", "029\u3000876", "\u2068029876\u2069", "029\u200b876", "\ufeff029876", "𝟎𝟐𝟗𝟖𝟕𝟔", "0\u00ad29876", "029\ufe0f876")

    def paste(self, label, text):
        field = self.browser.find("textbox", label)
        field.clear()
        field.click()
        self.browser.driver.execute_cdp_cmd("Input.insertText", {"text": text})
        return field

    def test_a_pasted_code_is_sent_at_once_in_every_form(self):
        self.serve()
        for count, text in enumerate(self.FORMS, 1):
            with self.subTest(ascii(text)):
                self.paste("Code", text)
                self.assertEqual(self.posted(count), "029876")
                wait_until(lambda: self.browser.find("textbox", "Code").get_attribute("value") == "", "an empty field")

    def test_a_code_is_sent_with_its_last_digit_only(self):
        self.serve()
        for text in ("029 87", "0298761", "02987x"):
            self.paste("Code", text)
        self.browser.driver.execute_async_script("setTimeout(arguments[0], 400)")
        self.assertEqual(self.server.posts, [])

    def test_a_code_beside_another_field_is_sent_without_what_is_around_its_digits(self):
        both = {"type": "object", "properties": {"code": OUTPUTS["code"], "name": {"type": "string"}}}
        fields = [{"name": "code", "label": "Code", "input": "oneTimeCode"}, {"name": "name", "label": "Name", "input": "text"}]
        self.serve(view=[{"kind": "form", "output": "both", "submit": "Send", "fields": fields}], outputs={"both": both})
        self.paste("Code", "029 876")
        self.browser.type("Name", "Ada")
        self.browser.press("Send")
        self.assertEqual(self.posted(1), {"code": "029876", "name": "Ada"})


class Lengths(ElementsTest):
    public = MODULES

    def reach(self, kind):
        about = {"type": "object", "properties": {"about": {"type": "string", "maxLength": 80}}}
        fields = [{"name": "about", "label": "About", "input": kind}]
        self.serve(view=[{"kind": "form", "output": "tell", "submit": "Tell", "fields": fields}], outputs={"tell": about})

    def insert(self, text):
        field = self.browser.find("textbox", "About")
        field.clear()
        field.click()
        self.browser.driver.execute_cdp_cmd("Input.insertText", {"text": text})
        return field

    def test_characters_are_counted_as_the_server_counts_them(self):
        for kind in ("text", "multiline"):
            self.reach(kind)
            for text, left in (("🙂" * 79, "1 character left"), ("🙂" * 80, "0 characters left"), ("👩‍👩‍👧" * 16, "0 characters left"), ("e\u0301" * 40, "0 characters left"),
                               ("🙂" * 83, "3 characters too many"), ("a" * 81, "1 character too many")):
                with self.subTest(kind, text=text[:3]):
                    field = self.insert(text)
                    self.browser.says(left)
                    self.assertEqual(field.get_attribute("value"), text, "nothing is cut off")

    def test_the_server_decides_about_a_text_that_is_too_long(self):
        self.reach("text")
        self.insert("a" * 81)
        errors = [{"pointer": "/about", "code": "maxLength", "detail": "At most 80 characters"}]
        self.server.reject_next = {"status": 422, "title": "Does not fit", "errors": errors}
        self.browser.press("Tell")
        self.browser.says("At most 80 characters")
        self.assertEqual(self.browser.find("textbox", "About").get_attribute("value"), "a" * 81)


class Attributes(ElementsTest):
    public = MODULES

    def test_every_control_has_the_autocompletion_of_its_field(self):
        choices = [{"value": "b", "label": "Berlin"}]
        fields = [
            {"name": "login", "label": "Username", "input": "text", "autocomplete": "username"},
            {"name": "city", "label": "City", "input": "choice", "choices": choices, "autocomplete": "address-level2"},
            {"name": "street", "label": "Street", "input": "multiline", "autocomplete": "street-address"},
            {"name": "phone", "label": "Phone", "input": "phone"},
        ]
        self.serve(view=[{"kind": "form", "output": "save", "submit": "Save", "fields": fields}])
        found = {name: [self.browser.driver.execute_script("return document.querySelector(arguments[0]).getAttribute(arguments[1])", f"[name={name}]", each)
                        for each in ("autocomplete", "autocapitalize", "spellcheck")] for name in ("login", "city", "street", "phone")}
        self.assertEqual(found, {
            "login": ["username", "none", "false"], "city": ["address-level2", None, None],
            "street": ["street-address", None, None], "phone": ["tel", None, None],
        })


if __name__ == "__main__":
    unittest.main()
