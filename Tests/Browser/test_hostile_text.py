"""Hostile, but human texts in every text field: invisible characters, digits of all scripts, emoji, marks without letters.

    Scripts/browser-test.sh test_hostile_text
    USHER_TEXT_SEED=7 Scripts/browser-test.sh test_hostile_text       # other texts
    USHER_EVERY_SCREEN=1 Scripts/browser-test.sh test_hostile_text    # every look of every screen, and more texts
"""

import json
import os
import re
import unittest
import zlib

from browser import Browser, wait_until
from elements_server import MODULES, ElementsServer
from hostile_texts import PASTED_SEPARATORS, SEPARATORS, HostileTexts, shown
from states import explored
from walk import BACK, Walk

SEED = int(os.environ.get("USHER_TEXT_SEED", "1"))
EVERY = bool(os.environ.get("USHER_EVERY_SCREEN"))
#: The kinds of fields whose text no other control makes.
TEXT_INPUTS = {"text", "multiline", "password", "oneTimeCode", "phone", "email", None}
#: The code that a field of six digits gets.
CODE = "029876"
#: The fields of the screen in front, by name; those of covered screens are in the page, too.
FIELDS = """
const isInFront = (each) => !each.closest("[inert], [aria-hidden=true]") && each.checkVisibility({ visibilityProperty: true });
const fields = Object.fromEntries([...document.querySelectorAll("form.form [name]")].filter(isInFront).map((each) => [each.name, each]));
"""


class Typist:
    """Enters texts into the fields of a browser's page, by keys or from the clipboard."""

    def __init__(self, browser, seed):
        self.browser = browser
        self.texts = HostileTexts(seed)

    def enter(self, field, text, is_pasted):
        """Replaces the text of a field, and returns its value.

        Browsers may put a typed mark beside another character than the last one, but they lose none.
        """
        has_lines = field.tag_name == "textarea"
        field.clear()
        self.browser.driver.execute_script("arguments[0].focus()", field)
        (self.browser.engine.paste if is_pasted else self.browser.engine.type)(text)
        value, expected = field.get_property("value"), shown(text, has_lines)
        if escaped(value if is_pasted else sorted(value)) != escaped(expected if is_pasted else sorted(expected)):
            raise AssertionError(f"{expected!a} became {value!a}, pasted: {is_pasted}")
        return value

    def hostile(self, field, is_pasted, limit=60):
        """Enters any text, and returns the value of the field."""
        has_lines = field.tag_name == "textarea"
        return self.enter(field, self.texts.text(is_pasted, has_lines, limit), is_pasted)


def escaped(value):
    """Returns a value in ASCII, so that a failure shows what differs."""
    return json.dumps(value, indent=1, sort_keys=True)


class EveryField(unittest.TestCase):
    """Every text field that an exploration of the applications finds, in front of a server that accepts everything."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        states = [(name, state) for name, state in explored() if any(text_elements(state))]
        # In the short form a form that looks like another one stands for it; the walks below have the fields of the rest.
        cls.states = states if EVERY else list({form_look(state): (name, state) for name, state in states}.values())
        cls.server = ElementsServer(cls.states[0][1], MODULES)
        cls.browser = Browser()
        cls.addClassCleanup(cls.server.stop)
        cls.addClassCleanup(cls.browser.quit)

    def script(self, code, *arguments):
        return self.browser.driver.execute_script(code, *arguments)

    def test_a_text_is_shown_counted_kept_and_sent_as_it_was_entered(self):
        self.assertGreater(len(self.states), 5, "screens with text fields")
        found = set()
        for name, state in self.states:
            with self.subTest(name):
                typist = Typist(self.browser, zlib.crc32(f"{SEED} {name}".encode()))
                # A report would wait for the effect of a busy session.
                self.server.state = {**json.loads(json.dumps(state)), "status": "active"}
                self.browser.appearance()
                self.browser.start(self.server.address)
                wait_until(lambda: self.script("return document.querySelector('.screen, .alert')"), name)
                for element in text_elements(state):
                    found.update((state["app"], element["kind"], each.get("input")) for each in element.get("fields", [{}]))
                    (self.search if element["kind"] == "search" else self.form)(typist, state, element)
                self.assertEqual(self.browser.complaints(), [])
        for app in ("items", "kanji", "market", "profile", "shop"):
            self.assertTrue(any(each[0] == app for each in found) or not EVERY, app)

    def form(self, typist, state, form):
        output = output_of(state, form["output"])
        if output is None:
            return
        fields = [each for each in form["fields"] if each.get("input") in TEXT_INPUTS]
        del self.server.posts[:]
        entered, texts = {}, {}

        def node(name):
            return self.script(FIELDS + "return fields[arguments[0]]", name)

        def fill(each, is_pasted):
            schema = schema_of(output, each["name"])
            if is_code(schema):
                kinds = PASTED_SEPARATORS if is_pasted else SEPARATORS
                text = typist.texts.around(CODE, kinds)
                if is_sent_at_once:
                    # The field is empty once the code has been sent.
                    self.browser.driver.execute_script("arguments[0].focus()", node(each["name"]))
                    self.browser.engine.paste(text)
                else:
                    typist.enter(node(each["name"]), text, is_pasted)
                entered[each["name"]] = CODE
                texts[each["name"]] = text
            else:
                entered[each["name"]] = typist.hostile(node(each["name"]), is_pasted)
                self.check_counter(node(each["name"]), entered[each["name"]], schema)

        is_sent_at_once = len(fields) == 1 and is_code(schema_of(output, fields[0]["name"]))
        for is_pasted in (False, True):
            for each in fields:
                if is_pasted or not is_sent_at_once:
                    fill(each, is_pasted)
        if not is_sent_at_once:
            kept = {each["name"]: entered[each["name"]] for each in fields if not is_secret(each)}
            if kept:
                self.browser.reload()
                wait_until(lambda: node(fields[0]["name"]), "the form")
                values = self.script(FIELDS + "return Object.fromEntries(Object.values(fields).map((each) => [each.name, each.value]))")
                self.assertEqual(escaped({name: values[name] for name in kept}), escaped(kept), "after a reload")
                self.assertEqual([values[each["name"]] for each in fields if is_secret(each)], [""] * (len(fields) - len(kept)))
                for each in fields:
                    if is_secret(each):
                        fill(each, is_pasted=True)
            self.script("arguments[0].form.requestSubmit()", node(fields[0]["name"]))
        wait_until(lambda: self.server.posts, "a request", lambda: f"{escaped(texts)} {self.browser.describe()}")
        payload = self.server.posts[-1]["payload"]
        sent = payload if isinstance(payload, dict) else {fields[0]["name"]: payload}
        self.assertEqual(escaped({name: sent.get(name) for name in entered}), escaped(entered))

    def search(self, typist, _, element):
        field = self.browser.driver.find_element("css selector", ".search__input")
        for is_pasted in (False, True):
            del self.server.posts[:]
            value = typist.hostile(field, is_pasted)
            wait_until(lambda: self.server.posts and query_in(self.server.posts[-1]) == value, f"the query {value!a}", lambda: escaped(self.server.posts))

    def check_counter(self, node, value, schema):
        limit = (schema or {}).get("maxLength")
        counter = self.script("return document.getElementById(`${arguments[0].id}-count`)?.textContent", node)
        if counter is None:
            return
        left = limit - len(value)
        expected = "" if left > limit * 0.2 else f"{abs(left)} character{'' if abs(left) == 1 else 's'} {'left' if left >= 0 else 'too many'}"
        self.assertEqual(counter, expected, ascii(value))


def text_elements(state):
    """Yields the forms with text fields, and the searches, of the screen in front."""
    front = state["screens"].get(state["focus"]) or {}
    for element in front.get("view", []):
        if element["kind"] == "search" and output_of(state, element["output"]):
            yield element
        if element["kind"] == "form" and output_of(state, element["output"]) and any(each.get("input") in TEXT_INPUTS for each in element["fields"]):
            yield element


def form_look(state):
    """Returns what distinguishes the text fields of a screen from others: their kinds and schemas, but not their names."""
    found = []
    for element in text_elements(state):
        output = output_of(state, element["output"])
        found.append((element["kind"], [(each.get("input"), each.get("secret"), schema_of(output, each["name"])) for each in element.get("fields", [])]))
    return escaped(found)


def output_of(state, name):
    return next((each for each in state["screens"][state["focus"]].get("outputs", []) if each["name"] == name), None)


def schema_of(output, name):
    schema = output.get("schema") or {}
    return schema["properties"].get(name) if schema.get("type") == "object" else schema


def is_code(schema):
    return (schema or {}).get("pattern") == "^[0-9]{6}$"


def is_secret(field):
    return field.get("secret", field.get("input") in ("password", "oneTimeCode"))


def query_in(post):
    payload = post["payload"]
    return payload if isinstance(payload, str) else next(iter(payload.values()))


class Walks(Walk):
    """Walks through the applications with the real server: what it makes of a text is what is shown."""

    def setUp(self):
        super().setUp()
        self.typist = Typist(self.browser, zlib.crc32(f"{SEED} {self.id()}".encode()))
        self.texts = self.typist.texts

    def open(self, app, link=None):
        self.app = app
        self.start(link)
        self.watch()

    def watch(self):
        """Records what the page sends from now on, until it is loaded again; in Firefox scripts of a test can't see that."""
        if self.browser.engine.name == "firefox":
            return
        wait_until(lambda: self.browser.driver.execute_script(
            """
            if (!document.querySelector("#app *")) return false;
            const send = globalThis.fetch;
            globalThis.sent ??= [];
            globalThis.fetch = (input, options) => {
              if (typeof options?.body === "string") globalThis.sent.push(JSON.parse(options.body));
              return send(input, options);
            };
            return true;
            """), "the page")

    def enter(self, label, text, is_pasted=True):
        return self.typist.enter(self.browser.find("textbox", label), text, is_pasted)

    def value(self, label):
        return self.browser.find("textbox", label).get_property("value")

    def send(self, button, expected=None):
        """Presses the button of a form, expects it to send at least some members, and waits for the response."""
        before = len(self.sent())
        self.browser.press(button)
        if self.browser.engine.name != "firefox":
            payload = wait_until(lambda: self.sent()[before:], "a request", self.browser.describe)[0]
            self.assertEqual(escaped({name: payload.get(name) for name in expected or {}}), escaped(expected or {}))
        self.settle()

    def sent(self):
        """Returns the payloads that the page has sent since it was loaded."""
        return self.browser.driver.execute_script("return globalThis.sent ?? []")

    def settle(self):
        wait_until(lambda: not self.browser.driver.execute_script("return document.querySelector('[aria-busy=true]')"), "a response", self.browser.describe)

    def screen(self):
        """The screen in front as a second client reads it."""
        state = self.browser.fetch("GET", self.browser.session)[1]
        return state["screens"][state["focus"]]

    def agrees(self):
        """Waits until the page has every text of the screen in front exactly as the state has it, and no other value in a field."""
        def differences():
            screen = self.screen()
            texts = self.browser.driver.execute_script(
                "return [...document.querySelectorAll('#app *')].filter((each) => !each.closest('[inert]')).map((each) => each.textContent)")
            fields = self.browser.driver.execute_script(
                FIELDS + "return Object.fromEntries(Object.values(fields).map((each) => [each.name, each.value]))")
            missing = [text for text in shown_texts(screen) if not any(text in each for each in texts)]
            for element in screen["view"]:
                for each in element.get("fields", []) if element["kind"] == "form" else []:
                    expected = each.get("value", "") if each.get("input") == "multiline" else in_one_line(each.get("value", ""))
                    if each.get("input") in TEXT_INPUTS and fields.get(each["name"]) != expected:
                        missing.append((each["name"], fields.get(each["name"]), expected))
            return missing

        wait_until(lambda: not differences(), "the texts of the state", lambda: ascii(differences()))

    def survives_a_reload(self, *labels):
        before = [self.value(label) for label in labels]
        self.browser.reload()
        wait_until(lambda: [escaped(self.value(label)) for label in labels] == [escaped(each) for each in before], "the same drafts",
                   lambda: escaped([before, [self.value(label) for label in labels]]))
        self.watch()

    def log_in(self):
        self.browser.type("Username", "demo")
        self.browser.type("Password", "demo-password")
        self.browser.press("Log in")
        self.browser.shows("Welcome")
        self.browser.press("Got it")
        self.browser.shows("Items")

    def test_a_login_that_is_none_stays_as_it_was_typed(self):
        self.open("items")
        self.browser.shows("Log in")
        for is_pasted in (False, True):
            login = self.typist.hostile(self.browser.find("textbox", "Username"), is_pasted)
            password = self.typist.hostile(self.browser.find("textbox", "Password"), is_pasted)
            self.send("Log in", {"login": login, "password": password})
            self.browser.says("Incorrect username or password.")
            self.assertEqual(escaped([self.value("Username"), self.value("Password")]), escaped([login, ""]))
        self.survives_a_reload("Username")

    def test_an_account_is_shown_by_its_canonical_login_and_its_phone_and_code_are_read_in_every_script(self):
        browser = self.browser
        self.open("items")
        browser.shows("Log in")
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.press(re.compile("^Terms of service"))
        browser.press("I accept the terms", role="switch")
        wait_until(lambda: browser.find("switch", "I accept the terms").is_selected(), "accepted terms")
        browser.press(BACK)
        browser.shows("Sign up")
        # Decomposed, with spaces and marks of direction around it.
        login = f"\u2067\u00a0JO\u0308RG{SEED}\u200b\u3000\u2069"
        password = self.enter("Password", "corréct\u00a0horse 🐴 stäple", is_pasted=False)
        login = self.enter("Username", login)
        self.survives_a_reload("Username")
        self.enter("Password", password)
        self.send("Sign up", {"login": login, "password": password})
        browser.shows("Your phone")
        browser.press("Add a number")
        browser.shows("Add a number")
        number = f"+49170777{SEED % 10_000:04}"
        phone = self.enter("Phone number", self.texts.around(number, ("space", "format", "bidi", "dash"))[:60])
        self.survives_a_reload("Phone number")
        self.send("Send code", {"phone": phone})
        browser.shows("Enter the code")
        browser.says(f"+49 170 777{SEED % 10_000:04}")
        code = self.server.get(f"/dev/inbox?to=%2B{number[1:]}")["messages"][-1]["code"]
        browser.find("textbox", "Code").click()
        text = self.texts.around(code, PASTED_SEPARATORS)
        self.browser.engine.paste(text)
        wait_until(lambda: browser.title == "Welcome", f"the next screen after {text!a}", browser.describe)
        browser.press("Got it")
        browser.press(re.compile("^Settings"))
        browser.shows("Settings")
        browser.says(f"jörg{SEED}")
        self.agrees()

    def test_an_item_has_the_title_and_the_note_that_the_server_stores(self):
        browser = self.browser
        self.open("items")
        browser.shows("Log in")
        self.log_in()
        for is_pasted in (False, True) * (4 if EVERY else 1):
            browser.press("Create item")
            browser.shows("New item")
            browser.press(re.compile("^Note"))
            browser.shows("Note")
            note = self.typist.hostile(browser.find("textbox", "Note"), is_pasted, limit=400)
            self.survives_a_reload("Note")
            self.send("Done", {"note": note})
            browser.shows("New item")
            self.agrees()
            # A letter, so that there is a title in any case.
            title = self.enter("Title", "A" + self.texts.text(is_pasted), is_pasted)
            self.survives_a_reload("Title")
            self.send("Create item", {"title": title})
            wait_until(lambda: self.screen()["name"] == "itemDetail", "the item", self.browser.describe)
            self.agrees()
            browser.press(BACK)
            browser.shows("Items")
            self.agrees()

    def test_marks_in_a_row_beyond_the_limit_are_said_and_stay_in_the_field(self):
        browser = self.browser
        self.open("items")
        browser.shows("Log in")
        self.log_in()
        browser.press("Create item")
        browser.shows("New item")
        title = self.enter("Title", "Z" + "\u0301" * 40)
        self.send("Create item")
        wait_until(lambda: browser.all("alert"), "a message", browser.describe)
        self.assertEqual(self.value("Title"), title)
        self.enter("Title", "Z" + "\u0301" * 30)
        self.send("Create item")
        wait_until(lambda: self.screen()["name"] == "itemDetail", "the item", browser.describe)
        self.agrees()

    def test_a_search_is_for_what_was_entered_and_the_field_keeps_it(self):
        self.open("kanji")
        self.browser.shows("Kanji list")
        label = "Character, meaning, or word"
        for is_pasted in (False, True) * (6 if EVERY else 2):
            value = self.typist.hostile(self.browser.find("textbox", label), is_pasted, limit=30)
            if self.browser.engine.name != "firefox":
                wait_until(lambda: escaped(self.sent()[-1:]) in (escaped([value]), escaped([{"query": value}])), "the query")
            self.settle()
            wait_until(lambda: escaped(self.value(label)) == escaped(in_one_line(self.screen()["props"]["query"])), "the query of the state",
                       lambda: escaped([self.value(label), self.screen()["props"]["query"]]))
        self.browser.press("Show all kanji")
        wait_until(lambda: self.value(label) == "", "an empty field")
        # As an address bar or a page in another script has it.
        self.enter(label, "\u2068ｗａｔｅｒ\u2069\u00a0")
        wait_until(lambda: self.screen()["props"]["query"] != "", "the query of the state")
        self.browser.says("水")
        self.assertEqual(len(self.screen()["props"]["kanji"]), 1)

    def test_an_address_is_delivered_to_as_the_server_stores_it(self):
        browser = self.browser
        self.open("market")
        browser.shows("Stories")
        browser.press("Skip")
        browser.shows("Delivery city")
        browser.press("Berlin")
        browser.shows("Today")
        browser.press(re.compile("^Catalog"))
        browser.shows("Catalog")
        self.typist.hostile(browser.find("textbox", "Search groceries"), True, limit=30)
        browser.type("Search groceries", "milk")
        browser.press(re.compile("^Whole milk"))
        browser.press("Add to cart")
        browser.press(re.compile("^Cart"))
        browser.shows("Cart")
        browser.press("Check out")
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Address")
        street = self.enter("Street address", "S" + self.texts.text(True))
        note = self.enter("Note for the courier", self.texts.text(True))
        self.survives_a_reload("Street address", "Note for the courier")
        self.send("Continue to payment", {"street": street, "note": note})
        browser.shows("Payment")
        self.agrees()
        browser.press(BACK)
        browser.shows("Address")
        self.agrees()

    def test_a_name_is_shown_as_the_server_stores_it(self):
        self.open("profile", "usher://profile/services/several")
        self.browser.shows("Edit profile")
        name = self.enter("Name", "N" + self.texts.text(False), is_pasted=False)
        self.survives_a_reload("Name")
        self.send("Save", {"name": name})
        self.browser.shows("Edit user")
        self.agrees()

    def test_a_parcel_is_addressed_as_the_server_stores_it(self):
        browser = self.browser
        self.open("shop", "usher://shop/catalog/product/cairn")
        browser.shows("Cairn boots")
        browser.press("Add to cart")
        browser.press("Cart, 1")
        browser.press("Check out")
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Shipping")
        browser.says("The products that you chose before logging in are in your cart.")
        name = self.enter("Name", "N" + self.texts.text(True))
        address = self.enter("Address", "A" + self.texts.text(True, has_lines=True))
        self.survives_a_reload("Name", "Address")
        self.send("Continue to payment", {"name": name, "address": address})
        browser.shows("Payment")
        self.agrees()
        browser.press(BACK)
        browser.shows("Shipping")
        self.agrees()


def in_one_line(value):
    """Returns a value of the server as a field of one line has it."""
    return value.replace("\n", " ")


def shown_texts(screen):
    """Yields the title of a screen, and the titles and subtitles of its rows."""
    yield screen["title"]
    for element in screen["view"]:
        for section in element.get("sections", []):
            for row in section["rows"]:
                yield row["title"]
                if row.get("subtitle"):
                    yield row["subtitle"]


if __name__ == "__main__":
    unittest.main()
