"""The hints in fields for password managers and for the keyboards of phones.

    Scripts/browser-test.sh test_autofill
"""

import unittest

from browser import Browser, wait_until
from elements_server import MODULES, ElementsServer
from test_elements import state

FIELDS = [
    {"name": "city", "label": "City", "input": "choice", "autocomplete": "address-level2", "choices": [{"value": "a", "label": "A"}]},
    {"name": "street", "label": "Street", "input": "multiline", "autocomplete": "street-address"},
    {"name": "login", "label": "Username", "input": "text", "autocomplete": "section-shop username"},
    {"name": "mail", "label": "Mail", "input": "email", "autocomplete": "email"},
    {"name": "secret", "label": "Secret", "input": "password", "autocomplete": "new-password"},
    {"name": "code", "label": "Code", "input": "oneTimeCode"},
    {"name": "name", "label": "Name", "input": "text", "autocomplete": "name"},
    {"name": "plain", "label": "Plain", "input": "choice", "choices": [{"value": "a", "label": "A"}]},
]
LOGIN = [
    {"name": "login", "label": "Username", "input": "text", "autocomplete": "username"},
    {"name": "password", "label": "Password", "input": "password"},
]
CHANGE = [
    {"name": "current", "label": "Current password", "input": "password", "autocomplete": "current-password"},
    {"name": "new", "label": "New password", "input": "password", "autocomplete": "new-password"},
]
VERBATIM = {"autocapitalize": "none", "spellcheck": "false"}


class Autofill(unittest.TestCase):
    def setUp(self):
        self.browser = Browser()
        self.addCleanup(self.browser.quit)

    def show(self, *forms):
        view = [{"kind": "form", "output": f"form{index}", "submit": f"Send {index}", "fields": fields} for index, fields in enumerate(forms)]
        shown = state(view, {f"form{index}": {"type": "object", "properties": {}} for index, _ in enumerate(forms)})
        self.server = ElementsServer(shown, MODULES)
        self.addCleanup(self.server.stop)
        self.browser.start(self.server.address)
        self.browser.find("button", "Send 0")

    def attributes(self, name):
        return self.browser.driver.execute_script(
            "return Object.fromEntries([...document.querySelector(`[name=${arguments[0]}]`).attributes].map((each) => [each.name, each.value]))", name)

    def usernames(self):
        """Returns the value of the username in each form, and whether it is hidden."""
        return self.browser.driver.execute_script(
            "return [...document.querySelectorAll('[autocomplete~=username]')].map((each) => [each.value, each.hidden, each.form !== null])")

    def test_every_kind_of_field_says_its_meaning(self):
        self.show(FIELDS)
        meanings = {each["name"]: self.attributes(each["name"]).get("autocomplete") for each in FIELDS}
        self.assertEqual(meanings, {**{each["name"]: each.get("autocomplete") for each in FIELDS}, "code": "one-time-code"})

    def test_keyboards_change_nothing_in_names_of_accounts_addresses_of_mails_and_secrets(self):
        self.show(FIELDS)
        for name in ("login", "mail", "secret", "code"):
            self.assertEqual({key: self.attributes(name).get(key) for key in VERBATIM}, VERBATIM, name)
        self.assertNotIn("spellcheck", self.attributes("name"), "a control: names and texts are as the user's keyboard has them")
        self.assertNotIn("spellcheck", self.attributes("street"))

    def test_a_form_for_a_password_alone_has_the_username_for_password_managers(self):
        self.show(LOGIN, CHANGE)
        self.assertEqual(self.usernames(), [["", False, True], ["", True, True], ["", True, True]])
        self.browser.type("Username", "demo")
        self.browser.type("Password", "secret-1")
        self.browser.press("Send 0")
        wait_until(lambda: self.usernames()[1] == ["demo", True, True], "the username in the other form", self.usernames)
        # The report has what the form asks for, and no username.
        self.browser.type("Current password", "secret-1")
        self.browser.type("New password", "secret-2")
        self.browser.press("Send 1")
        wait_until(lambda: len(self.server.posts) == 2, "the report")
        self.assertEqual(self.server.posts[1]["payload"], {"current": "secret-1", "new": "secret-2"})

    def test_a_lone_password_still_has_the_focus(self):
        self.show([{"name": "new", "label": "New password", "input": "password", "autocomplete": "new-password"}])
        wait_until(lambda: self.browser.focused.get_attribute("name") == "new", "the focus in the field")


if __name__ == "__main__":
    unittest.main()
