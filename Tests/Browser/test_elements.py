"""Every kind of element in one synthetic state: rendered, operated, and reported according to the contract."""

import json
import re
import unittest

from browser import DESKTOP, PHONE, Browser, wait_until
from elements_server import BUNDLE, MODULES, ElementsServer

STRING = {"type": "string"}
OUTPUTS = {
    "save": {
        "type": "object",
        "required": ["name", "age"],
        "properties": {
            "name": {"type": "string", "minLength": 2, "pattern": "^[A-Z]"},
            "age": {"type": "integer", "minimum": 0},
            "city": STRING,
            "about": STRING,
            "news": {"type": "boolean"},
            "source": STRING,
            "pin": STRING,
        },
    },
    "code": {"type": "string", "pattern": "^[0-9]{6}$"},
    "press": None,
    "choose": {"type": "integer"},
    "switch": {"type": "boolean"},
    "switchObject": {"type": "object", "properties": {"value": {"type": "boolean"}}},
    "count": {"type": "integer"},
    "order": {"type": "object", "properties": {"book": {"type": "string"}, "pieces": {"type": "integer"}, "isGift": {"type": "boolean"}}},
    "find": STRING,
}
VIEW = [
    {"kind": "heading", "text": "A heading"},
    {"kind": "heading", "text": "A lesser heading", "level": 2},
    {"kind": "text", "text": "Body text"},
    {"kind": "text", "text": "Secondary text", "style": "secondary"},
    {"kind": "text", "text": "A caption", "style": "caption"},
    {"kind": "image", "symbol": "list", "alt": "A list"},
    {"kind": "image", "symbol": "unheardOf", "alt": "Something else"},
    {"kind": "image", "url": "/favicon.svg", "alt": "A picture", "aspect": 1.5},
    {"kind": "list", "sections": [{"header": "A header", "footer": "A footer", "rows": [
        {"title": "A full row", "subtitle": "Its subtitle", "image": {"symbol": "tag", "alt": ""}, "badge": "7",
         "price": {"amount": 1250, "currency": "EUR"}, "report": {"output": "choose", "payload": 5}},
        {"title": "A plain row"},
        {"title": "A selected row", "selected": True, "accessory": "checkmark", "report": {"output": "choose", "payload": 6}},
        {"title": "A closed row", "report": {"output": "notOffered"}},
    ]}]},
    {"kind": "list", "style": "plain", "sections": [], "empty": {"title": "An empty list"}},
    {"kind": "form", "output": "save", "submit": "Save", "fields": [
        {"name": "name", "label": "Name", "input": "text", "required": True, "help": "As on your passport."},
        {"name": "age", "label": "Age", "input": "number", "required": True},
        {"name": "city", "label": "City", "input": "choice",
         "choices": [{"value": "b", "label": "Berlin"}, {"value": "p", "label": "Paris"}]},
        {"name": "about", "label": "About", "input": "multiline"},
        {"name": "news", "label": "Newsletter", "input": "toggle", "value": True},
        {"name": "source", "label": "", "input": "hidden", "value": "test"},
        {"name": "pin", "label": "Pin", "input": "password", "secret": True},
    ]},
    {"kind": "form", "output": "code", "submit": "Confirm", "fields": [{"name": "code", "label": "Code", "input": "oneTimeCode"}]},
    {"kind": "button", "output": "press", "label": "Primary", "role": "primary"},
    {"kind": "button", "output": "press", "label": "Destructive", "role": "destructive"},
    {"kind": "button", "output": "choose", "label": "With payload", "payload": 9},
    {"kind": "button", "output": "press", "label": "Later", "enabledAt": "2999-01-01T00:00:00Z"},
    {"kind": "button", "output": "press", "label": "Disabled", "disabled": True},
    {"kind": "button", "output": "notOffered", "label": "Not offered"},
    {"kind": "button", "output": "press", "label": "In the bar", "placement": "trailing", "symbol": "plus"},
    {"kind": "toggle", "output": "switch", "label": "A switch", "value": False},
    {"kind": "toggle", "output": "switchObject", "label": "An object’s switch", "value": True, "help": "It helps."},
    {"kind": "stepper", "output": "count", "label": "Guests", "value": 2, "min": 0, "max": 4},
    {"kind": "stepper", "output": "order", "payload": {"book": "b1", "pieces": 1}, "member": "pieces", "label": "Copies",
     "value": 1, "min": 0, "max": 9},
    {"kind": "list", "sections": [{"rows": [
        {"title": "Emma", "image": {"characters": "水", "alt": "Water"}, "report": {"output": "choose", "payload": 21}, "control":
            {"kind": "stepper", "output": "order", "payload": {"book": "b2", "pieces": 1}, "member": "pieces", "label": "Emma",
             "value": 1, "min": 0, "max": 9}},
        {"title": "Wrapped", "control": {"kind": "toggle", "output": "order", "payload": {"book": "b2", "isGift": False},
                                         "member": "isGift", "label": "Wrapped", "value": False}},
        {"title": "With a lever", "control": {"kind": "lever", "output": "order"}}]}]},
    {"kind": "search", "output": "find", "placeholder": "Find something"},
    {"kind": "map", "markers": [
        {"title": "North", "latitude": 52.5, "longitude": 13.4, "report": {"output": "choose", "payload": 11}},
        {"title": "South", "latitude": -33.9, "longitude": 18.4}]},
    {"kind": "progress", "label": "Known", "value": 0.5},
    {"kind": "progress", "label": "Unknown"},
    {"kind": "empty", "title": "Nothing yet", "text": "There will be.", "symbol": "bell",
     "action": {"kind": "button", "output": "press", "label": "Look again"}},
    {"kind": "card", "title": "A single card", "subtitle": "About one thing", "report": {"output": "choose", "payload": 31}},
    {"kind": "grid", "header": "A grid", "cards": [
        {"key": "a", "title": "First card", "subtitle": "Its subtitle", "image": {"url": "/favicon.svg", "alt": ""}, "badge": "3",
         "price": {"amount": 500, "currency": "EUR"}, "report": {"output": "choose", "payload": 32},
         "control": {"kind": "button", "output": "choose", "label": "Take it", "payload": 33}},
        {"key": "b", "title": "Second card", "image": {"characters": "水", "alt": "Water"}},
        {"key": "c", "title": "A closed card", "report": {"output": "notOffered"}}]},
    {"kind": "grid", "cards": [], "empty": {"title": "An empty grid"}},
    {"kind": "hero", "title": "A hero", "subtitle": "Size M", "text": "What it is about.", "badge": "New",
     "image": {"url": "/favicon.svg", "alt": "Its picture"}, "price": {"amount": 24900, "currency": "EUR"},
     "action": {"label": "Buy the hero", "output": "choose", "payload": 34}},
    {"kind": "gallery", "label": "Views", "images": [{"url": "/favicon.svg", "alt": "From above"}, {"url": "/favicon.svg?2", "alt": "From below"}]},
    {"kind": "segments", "label": "Order", "options": [
        {"key": "1", "label": "Newest", "selected": True, "report": {"output": "choose", "payload": 41}},
        {"key": "2", "label": "Cheapest", "report": {"output": "choose", "payload": 42}}]},
    {"kind": "chips", "label": "Filters", "several": True, "options": [
        {"key": "1", "label": "In stock", "selected": True, "report": {"output": "choose", "payload": 51}},
        {"key": "2", "label": "Reduced", "badge": "4", "report": {"output": "choose", "payload": 52}},
        {"key": "3", "label": "Used", "report": {"output": "notOffered"}}]},
    {"kind": "swatches", "label": "Color", "options": [
        {"key": "r", "label": "Rust", "color": "#c85c36", "selected": True, "report": {"output": "choose", "payload": 61}},
        {"key": "s", "label": "Sea", "color": "#24546b", "report": {"output": "choose", "payload": 62}},
        {"key": "w", "label": "Snow", "color": "#f4f5f4", "report": {"output": "choose", "payload": 63}}]},
    {"kind": "timeline", "label": "The order", "steps": [
        {"key": "1", "title": "Placed", "time": "2026-11-21T09:31:00Z", "status": "done"},
        {"key": "2", "title": "Packed", "text": "In two boxes", "status": "current"},
        {"key": "3", "title": "Delivered", "status": "upcoming"}]},
    {"kind": "pinned", "title": "Sum", "price": {"amount": 777, "currency": "EUR"},
     "control": {"kind": "button", "output": "choose", "label": "Pay", "role": "primary", "payload": 71}},
    {"kind": "hologram", "fallback": {"kind": "text", "text": "Instead of a hologram"}},
    {"kind": "hologram"},
]
MESSAGES = [
    {"code": "hello", "level": "info", "text": "A message for all"},
    {"code": "name.taken", "level": "error", "pointer": "/name", "text": "That name is taken"},
]


def state(view=VIEW, outputs=OUTPUTS, messages=(), **screen):
    """Returns the state of a session with one screen."""
    listed = [
        {"name": name, "href": f"/v1/sessions/s1/screens/k2/outputs/{name}", **({"schema": schema} if schema else {})}
        for name, schema in outputs.items()
    ]
    description = {"name": "all", "title": "Everything", "props": {}, "messages": list(messages), "outputs": listed, **screen}
    if view is not None:
        description["view"] = view
    return {
        "id": "s1", "app": "synthetic", "revision": 1, "status": "active", "stack": ["k2"], "focus": "k2",
        "navigation": {"type": "stack", "key": "k1", "index": 0, "routes": [{"key": "k2", "name": "all"}]},
        "modals": [], "screens": {"k2": description}, "gestures": {}, "unknownMember": {"to": "be ignored"},
    }


class ElementsTest(unittest.TestCase):
    #: The files of the client.
    public = BUNDLE

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.quit)

    def serve(self, *args, rows=None, **kwargs):
        self.server = ElementsServer(json.loads(json.dumps(state(*args, **kwargs))), self.public)
        self.server.rows.update(rows or {})
        self.addCleanup(self.server.stop)
        self.browser.appearance()
        self.browser.start(self.server.address)
        self.browser.shows("Everything")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [], "nothing in the console: no exception, no breach of the policy")

    def posted(self, count=1):
        wait_until(lambda: len(self.server.posts) >= count, f"{count} posts", lambda: str(self.server.posts))
        return self.server.posts[count - 1]["payload"]


class Drawing(ElementsTest):
    def test_every_kind_is_drawn(self):
        self.serve(messages=MESSAGES)
        for text in ("A heading", "Body text", "A header", "Its subtitle", "€12.50", "An empty list", "Newsletter", "Guests",
                     "North", "50%", "Nothing yet", "Instead of a hologram", "A message for all", "As on your passport.", "A grid", "About one thing", "An empty grid", "A hero", "€249.00", "In two boxes", "€7.77"):
            self.browser.says(text)
        for name in (re.escape("Later ·"), "Disabled", "Not offered", "A closed row", "A closed card"):
            self.assertFalse(self.browser.find("button", re.compile(name)).is_enabled(), name)
        self.assertEqual(self.browser.find("button", "In the bar").find_elements("xpath", "ancestor::header")[0].tag_name, "header")

    def test_it_fits_a_narrow_phone_and_a_wide_window_in_light_and_dark(self):
        self.serve()
        for name, size in (("narrow", (360, 740)), ("phone", PHONE), ("desktop", DESKTOP)):
            for dark in (False, True):
                self.browser.appearance(size, dark)
                overflow = self.browser.driver.execute_script(
                    "return [...document.querySelectorAll('.scroll')].some(e => e.scrollWidth > e.clientWidth)")
                self.assertFalse(overflow, f"sideways scrolling at {name}")
                self.browser.screenshot(f"elements-{name}-{'dark' if dark else 'light'}")

    def test_what_can_be_pressed_is_large_enough_for_a_finger(self):
        self.serve()
        small = self.browser.driver.execute_script(
            "return [...document.querySelectorAll('button')].filter(e => e.getBoundingClientRect().height < 44).map(e => e.textContent)")
        self.assertEqual(small, [])

    def test_a_message_with_a_pointer_is_at_its_field(self):
        self.serve(messages=MESSAGES)
        field = self.browser.find("textbox", "Name")
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        described = [self.browser.driver.find_element("id", each).text for each in field.get_attribute("aria-describedby").split()]
        self.assertEqual(described, ["As on your passport.", "That name is taken"])

    def test_a_screen_without_a_view_is_drawn_from_its_schema(self):
        self.serve(view=None, props={"userName": "Ada", "isAdmin": True})
        self.browser.says("User name")
        self.browser.says("Ada")
        self.browser.type("Code", "012345")
        self.browser.press("Code")
        self.assertEqual(self.posted(1), "012345")
        self.browser.press("Press")
        self.assertIsNone(self.posted(2))

    def test_a_confirmation_stands_over_all_else(self):
        actions = [
            {"label": "Delete", "role": "destructive", "output": "press"},
            {"label": "Keep", "role": "cancel", "output": "choose", "payload": 1},
        ]
        self.serve(view=[*VIEW, {"kind": "confirm", "title": "Delete it?", "text": "For good.", "actions": actions}])
        self.assertEqual([each.accessible_name for each in self.browser.all("alertdialog")], ["Delete it?"])
        self.assertEqual([each.text for each in self.browser.all("button")], ["Delete", "Keep"])
        self.browser.keys("\ue00c")
        self.assertEqual(self.posted(), 1, "Escape chooses the action whose role is cancel")


class Semantics(ElementsTest):
    """The elements as a screen reader finds them."""

    def setUp(self):
        self.serve()

    def marked(self, selector, *names):
        """Returns the texts of the elements of a selector, each with the values of some attributes."""
        found = self.browser.driver.find_elements("css selector", selector)
        return [(each.accessible_name or each.text, *(each.get_attribute(name) for name in names)) for each in found]

    def test_segments_and_swatches_are_radio_groups_with_one_tab_stop(self):
        self.assertEqual(self.marked("[role=radiogroup]"), [("Order",), ("Color",)])
        self.assertEqual(self.marked(".segments [role=radio]", "aria-checked", "tabindex"),
                         [("Newest", "true", "0"), ("Cheapest", "false", "-1")])
        self.assertEqual(self.marked(".swatches [role=radio]", "aria-checked", "tabindex"),
                         [("Rust", "true", "0"), ("Sea", "false", "-1"), ("Snow", "false", "-1")])

    def test_chips_of_which_several_can_be_chosen_are_checkboxes(self):
        self.assertEqual(self.marked(".chips[role=group]"), [("Filters",)])
        self.assertEqual(self.marked(".chips [role=checkbox]", "aria-checked", "aria-disabled"),
                         [("In stock", "true", None), ("Reduced 4", "false", None), ("Used", "false", "true")])

    def test_cards_and_pictures_are_lists_and_steps_an_ordered_one(self):
        self.assertEqual([len(each.find_elements("xpath", "./li")) for each in
                          self.browser.driver.find_elements("css selector", "ul.grid, ul.gallery, ol.timeline")], [3, 2, 3])
        current = self.browser.driver.find_elements("css selector", "[aria-current=step]")
        self.assertEqual([each.get_property("textContent") for each in current], ["Packed, in progressIn two boxes"])

    def test_a_gallery_is_moved_by_the_keyboard(self):
        self.browser.driver.execute_script("document.querySelector('.gallery').focus()")
        self.browser.keys("\ue014", "\ue014", "\ue014")
        wait_until(lambda: self.browser.driver.execute_script("return document.querySelector('.gallery').scrollLeft > 0"), "a moved strip")


class Reporting(ElementsTest):
    def setUp(self):
        self.serve()

    def test_a_row_and_a_button_report_their_payload(self):
        self.browser.press(re.compile("^A full row"))
        self.assertEqual(self.posted(1), 5)
        self.browser.press("With payload")
        self.assertEqual(self.posted(2), 9)
        self.browser.press("Primary")
        self.assertIsNone(self.posted(3))
        self.assertEqual([each["if_screen"] for each in self.server.posts], [f"k2;revision={n}" for n in (1, 2, 3)])
        self.assertEqual(len({each["key"] for each in self.server.posts}), 3)
        self.assertEqual({each["type"] for each in self.server.posts}, {"application/json"})

    def test_cards_options_and_the_pinned_control_report_their_payload(self):
        presses = [(re.compile("^A single card"), 31), (re.compile("^First card"), 32), ("Take it", 33), ("Buy the hero", 34),
                   ("Cheapest", 42), ("In stock", 51), (re.compile("^Reduced"), 52), ("Sea", 62), ("Pay", 71)]
        for count, (name, payload) in enumerate(presses, 1):
            self.browser.press(name)
            self.assertEqual(self.posted(count), payload)
        self.browser.press("Newest")
        self.browser.press("Pay")
        self.assertEqual(self.posted(len(presses) + 1), 71, "the option that is chosen already reports nothing")

    def test_the_arrow_keys_choose_the_next_option(self):
        self.browser.tab_to("Rust", limit=90)
        self.browser.keys("\ue014")
        self.assertEqual(self.posted(1), 62)
        self.assertEqual(self.browser.focused.accessible_name, "Sea")

    def test_a_form_reports_an_object_typed_by_the_schema(self):
        self.browser.type("Name", "Ada")
        self.browser.type("Age", "36")
        self.browser.press("Save")
        self.assertEqual(self.posted(), {"name": "Ada", "age": 36, "news": True, "source": "test"})

    def test_a_form_that_does_not_fit_is_not_sent(self):
        self.browser.type("Name", "ada")
        self.browser.press("Save")
        self.browser.says("This field is required.")
        self.assertEqual(self.browser.focused.get_attribute("name"), "name")
        self.assertEqual(self.server.posts, [])

    def test_a_rejected_payload_is_explained_at_its_field_and_the_secret_goes(self):
        self.browser.type("Name", "Ada")
        self.browser.type("Age", "36")
        self.browser.type("Pin", "1234")
        errors = [{"pointer": "/age", "code": "old", "detail": "Too old"}]
        self.server.reject_next = {"status": 422, "title": "Does not fit", "errors": errors}
        self.browser.press("Save")
        self.browser.says("Too old")
        self.assertEqual(self.browser.focused.get_attribute("name"), "age")
        self.assertEqual(self.browser.find("textbox", "Name").get_attribute("value"), "Ada")
        self.assertEqual(self.browser.find("textbox", "Pin").get_attribute("value"), "")

    def test_a_password_can_be_shown_and_stays_so_when_the_page_is_drawn_again(self):
        pin = self.browser.find("textbox", "Pin")
        self.browser.type("Pin", "secret")
        self.assertEqual(pin.get_attribute("type"), "password")
        self.browser.press("Show characters", role="checkbox")
        self.assertEqual(pin.get_attribute("type"), "text")
        self.browser.press("With payload")
        self.assertEqual(self.posted(1), 9)
        self.assertEqual(pin.get_attribute("type"), "text")
        self.assertEqual(pin.get_attribute("value"), "secret")
        self.browser.press("Show characters", role="checkbox")
        self.assertEqual(pin.get_attribute("type"), "password")

    def test_a_single_field_reports_its_bare_value(self):
        self.browser.type("Code", "012345")
        self.assertEqual(self.posted(), "012345")

    def test_a_toggle_reports_a_bare_boolean_or_an_object_as_the_schema_has_it(self):
        self.browser.press("A switch", role="switch")
        self.assertIs(self.posted(1), True)
        wait_until(lambda: not self.browser.find("switch", "A switch").is_selected(), "the server’s word")
        self.browser.press("An object’s switch", role="switch")
        self.assertEqual(self.posted(2), {"value": False})

    def test_a_stepper_reports_the_sum_of_quick_presses_and_knows_its_limits(self):
        click = self.browser.find("button", "Increase: Guests")
        self.browser.driver.execute_async_script(
            "const [button, done] = arguments; let n = 0;"
            "const press = () => { button.click(); n += 1; n < 3 ? setTimeout(press, 50) : done(); }; press()", click)
        self.assertEqual(self.posted(), 4)

    def test_a_change_that_waits_is_sent_before_any_other_action(self):
        # Two quick presses and at once another button: the number goes first, with both presses.
        self.press_all("Increase: Guests", "Increase: Guests", "Primary")
        self.posted(2)
        self.assertEqual([(post["output"], post["payload"]) for post in self.server.posts], [("count", 4), ("press", None)])

    def test_a_text_that_is_being_typed_is_sent_before_any_other_action(self):
        self.browser.driver.execute_script(
            "const i = document.querySelector('input[type=search]'); i.value = 'lamp';"
            "i.dispatchEvent(new Event('input', {bubbles: true}))")
        self.press_all("Increase: Copies", "With payload")
        self.posted(3)
        self.assertEqual([post["payload"] for post in self.server.posts],
                         ["lamp", {"book": "b1", "pieces": 2}, 9])

    def test_actions_during_another_one_wait_for_it_and_the_last_of_a_control_counts(self):
        self.server.open.clear()
        self.press_all("Primary")
        self.posted(1)
        self.press_all("With payload", "With payload", "Increase: Copies")
        self.server.open.set()
        self.posted(3)
        self.assertEqual([post["payload"] for post in self.server.posts], [None, 9, {"book": "b1", "pieces": 2}])

    def test_presses_during_the_request_of_an_earlier_one_are_sent_before_any_other_action(self):
        self.server.open.clear()
        self.browser.press("Decrease: Guests")
        self.assertEqual(self.posted(1), 1)
        self.press_all("Increase: Guests", "Increase: Guests", "Increase: Guests", "Primary")
        self.server.open.set()
        self.posted(3)
        self.assertEqual(self.sent(), [("count", 1), ("count", 4), ("press", None)])

    def test_text_typed_during_the_request_of_an_earlier_one_is_sent_before_a_row_is(self):
        self.server.open.clear()
        field = self.browser.find("textbox", "Find something")
        field.send_keys("la")
        self.assertEqual(self.posted(1), "la")
        field.send_keys("mp")
        self.press_all(re.compile("^A full row"))
        self.server.open.set()
        self.posted(3)
        self.assertEqual(self.sent(), [("find", "la"), ("find", "lamp"), ("choose", 5)])

    def test_presses_during_an_effect_are_sent_before_the_way_back(self):
        self.server.state["gestures"] = {"back": "/v1/sessions/s1/back"}
        self.server.state["revision"] += 1
        self.browser.reload()
        self.browser.shows("Everything")
        self.server.busy_next.set()
        self.press_all("Decrease: Guests")
        self.posted(1)
        wait_until(lambda: self.browser.driver.find_elements("css selector", "[data-active]"), "an effect")
        self.press_all("Increase: Guests", "Increase: Guests", re.compile("^Back"))
        self.server.done.set()
        self.posted(3)
        self.assertEqual(self.sent(), [("count", 1), ("count", 3), ("back", {})])

    def test_a_press_after_another_action_stays_behind_it(self):
        self.server.open.clear()
        self.press_all("Primary")
        self.posted(1)
        self.press_all("Increase: Guests", "With payload", "Increase: Guests")
        self.server.open.set()
        self.posted(4)
        self.assertEqual(self.sent(), [("press", None), ("count", 3), ("choose", 9), ("count", 4)])

    def test_a_toggle_that_is_pressed_again_during_its_request_ends_as_the_user_wants_it(self):
        for presses, sent in ((2, [True, False]), (3, [True, True])):
            self.server.posts.clear()
            self.server.open.clear()
            self.browser.press("A switch", role="switch")
            self.posted(1)
            for _ in range(presses - 1):
                self.browser.press("A switch", role="switch")
            self.assertEqual(self.browser.find("switch", "A switch").is_selected(), sent[-1])
            self.server.open.set()
            self.posted(2)
            self.assertEqual([post["payload"] for post in self.server.posts], sent)
            wait_until(lambda: not self.browser.find("switch", "A switch").is_selected(), "the server’s word")

    def sent(self):
        return [(post["output"], post["payload"]) for post in self.server.posts]

    def press_all(self, *names):
        """Presses buttons one after the other, each in a task of its own like a click, without a pause."""
        self.browser.driver.execute_async_script(
            "const [buttons, done] = arguments;"
            "const press = () => { buttons.shift().click(); setTimeout(buttons.length ? press : done) }; press()",
            [self.browser.find("button", name) for name in names])

    def test_a_control_with_a_payload_reports_it_with_its_own_member_changed(self):
        self.browser.press("Increase: Copies")
        self.assertEqual(self.posted(1), {"book": "b1", "pieces": 2})

    def test_a_row_has_its_control_beside_what_it_leads_to(self):
        self.browser.press("Increase: Emma")
        self.assertEqual(self.posted(1), {"book": "b2", "pieces": 2})
        self.browser.press("Wrapped", role="switch")
        self.assertEqual(self.posted(2), {"book": "b2", "isGift": True})
        self.browser.press(re.compile("^(Water )?Emma"))
        self.assertEqual(self.posted(3), 21)
        self.assertTrue(self.browser.find("img", "Water"))

    def test_a_search_reports_what_is_typed_once_the_user_pauses(self):
        self.browser.find("textbox", "Find something").send_keys("lamp")
        self.assertEqual(self.posted(), "lamp")

    def test_a_double_click_is_one_report(self):
        self.browser.driver.execute_script(
            "const b = [...document.querySelectorAll('button')].find(e => e.textContent === 'Primary'); b.click(); b.click()")
        self.posted()
        self.browser.press("With payload")
        self.assertEqual(self.posted(2), 9)

    def test_a_slow_effect_shows_progress_on_the_control_until_it_is_done(self):
        self.server.busy_next.set()
        self.browser.press("Primary")
        wait_until(lambda: self.browser.find("button", "Primary").get_attribute("aria-busy"), "progress")
        self.server.done.set()
        wait_until(lambda: not self.browser.find("button", "Primary").get_attribute("aria-busy"), "an end of it")
        self.assertEqual(len(self.server.posts), 1)

    def test_an_expired_session_is_explained_and_started_again_by_the_request_of_the_server(self):
        resume = {"method": "POST", "href": "/v1/sessions", "body": {"app": "synthetic"}}
        self.server.reject_next = {"status": 410, "title": "Expired", "type": "/problems/session-expired", "resume": resume}
        self.browser.press("Primary")
        self.browser.says("Your session has expired")
        self.browser.says("Data in your account is kept.")
        self.assertEqual(self.server.launches[1:], [])
        self.browser.press("Start again")
        self.browser.shows("Everything")
        self.assertEqual([launch["app"] for launch in self.server.launches[1:]], ["synthetic"])
        self.browser.press("With payload")
        self.assertEqual(self.posted(2), 9)

    def test_a_stale_screen_is_replaced_by_the_one_that_is_there_now(self):
        now = json.loads(json.dumps(state()))
        now["revision"] = 8
        now["screens"]["k2"]["view"][0]["text"] = "A newer heading"
        self.server.reject_next = {"status": 409, "title": "Stale", "state": now}
        self.browser.press("Primary")
        self.browser.says("A newer heading")
        self.browser.says("This changed in the meantime.")

    def test_what_is_typed_and_where_it_is_scrolled_outlives_a_redraw(self):
        self.browser.type("Name", "Ada")
        before = self.browser.driver.execute_script("return document.querySelector('.scroll').scrollTop")
        self.browser.driver.execute_script("[...document.querySelectorAll('button')].find(e => e.textContent === 'Primary').click()")
        self.posted()
        self.browser.has("button", "Primary")
        self.assertEqual(self.browser.find("textbox", "Name").get_attribute("value"), "Ada")
        self.assertEqual(self.browser.driver.execute_script("return document.querySelector('.scroll').scrollTop"), before)


class KeyedParts(ElementsTest):
    """Rows and markers with keys, and a list that has further rows."""

    def rows(self, *keys):
        return [{"key": key, "title": f"Row {key}", "report": {"output": "choose", "payload": 1}} for key in keys]

    def mark(self, text):
        """Marks the element of a row, which a new element would not have."""
        script = "[...document.querySelectorAll('li')].find(e => e.textContent.includes(arguments[0])).dataset.mark = 'seen'"
        self.browser.driver.execute_script(script, text)

    def marked(self):
        return self.browser.driver.execute_script("return [...document.querySelectorAll('[data-mark]')].map(e => e.textContent)")

    def test_a_row_stays_the_same_element_when_another_one_comes_before_it(self):
        self.serve([{"kind": "list", "style": "plain", "sections": [{"key": "s", "rows": self.rows("a", "b")}]}])
        wait_until(lambda: self.server.streams == 1, "a stream")
        self.mark("Row b")
        self.server.state["revision"] = 2
        self.server.events.put({"from": 1, "patch": [
            {"op": "replace", "path": "/revision", "value": 2},
            {"op": "replace", "path": "/screens/k2/view/0/sections/0/rows", "value": self.rows("b", "new", "a")}]})
        self.browser.says("Row new")
        self.assertEqual(self.marked(), ["Row b"])

    def test_the_button_for_further_rows_reports_its_output(self):
        more = {"label": "Show more", "output": "press"}
        self.serve([{"kind": "list", "style": "plain", "sections": [{"key": "s", "rows": self.rows("a")}], "more": more}])
        self.browser.press("Show more")
        self.assertIsNone(self.posted())
        self.assertEqual(self.server.posts[0]["output"], "press")

    def test_a_text_has_its_language(self):
        self.serve([{"kind": "text", "text": "水", "lang": "ja"}])
        self.assertEqual(self.browser.driver.execute_script("return document.querySelector('[lang=ja]').textContent"), "水")


class RowsBesideTheState(ElementsTest):
    """A list whose rows have an address of their own."""

    PATH = "/v1/sessions/s1/screens/k2/rows/songs"

    def page(self, *titles, more=None):
        rows = [{"key": title, "title": title, "report": {"output": "choose", "payload": 1}} for title in titles]
        return {"rows": rows, **({"next": f"{self.PATH}?after={more}"} if more else {})}

    def open(self, rows):
        self.serve([{
            "kind": "list", "style": "plain", "sections": [], "source": {"name": "songs", "version": "one"},
            "empty": {"title": "No songs"},
        }], rows=rows)

    def change(self, version):
        self.server.state["revision"] += 1
        self.server.events.put({"from": self.server.state["revision"] - 1, "patch": [
            {"op": "replace", "path": "/revision", "value": self.server.state["revision"]},
            {"op": "replace", "path": "/screens/k2/view/0/source/version", "value": version}]})

    def test_they_are_read_page_by_page_and_report_as_others_do(self):
        self.open({self.PATH: self.page("Song 1", "Song 2", more="2"), f"{self.PATH}?after=2": self.page("Song 3")})
        self.browser.press("Show more")
        self.browser.says("Song 3")
        self.browser.says("Song 1")
        self.assertEqual(self.browser.all("button", "Show more"), [])
        self.browser.press("Song 3")
        self.assertEqual(self.posted(), 1)

    def test_rows_that_can_not_be_read_can_be_asked_for_again(self):
        self.open({})
        self.browser.says("The rows can’t be read at the moment.")
        self.server.rows[self.PATH] = self.page("Song 1")
        self.browser.press("Try again")
        self.browser.says("Song 1")
        self.browser.complaints()

    def test_they_are_read_again_when_their_version_changes_and_there_may_be_none(self):
        self.open({self.PATH: self.page("Song 1")})
        wait_until(lambda: self.server.streams == 1, "a stream")
        self.server.rows[self.PATH] = self.page("Another song")
        self.change("two")
        self.browser.says("Another song")
        self.assertNotIn("Song 1", self.browser.text())
        self.server.rows[self.PATH] = self.page()
        self.change("three")
        self.browser.says("No songs")


class PatchesOfAStream(ElementsTest):
    def setUp(self):
        self.serve()
        wait_until(lambda: self.server.streams == 1, "a stream")

    def send(self, base, text):
        """Sends a patch from a revision to the one of the server, which has another text then."""
        self.server.events.put({"from": base, "patch": [
            {"op": "replace", "path": "/revision", "value": self.server.state["revision"]},
            {"op": "replace", "path": "/screens/k2/view/0/text", "value": text}]})

    def test_a_patch_from_the_revision_of_the_page_is_applied(self):
        self.server.state["revision"] = 2
        self.send(1, "From the patch")
        self.browser.says("From the patch")

    def test_a_patch_from_another_revision_is_not_applied_and_the_whole_state_is_read(self):
        self.server.state["revision"] = 9
        self.server.state["screens"]["k2"]["view"][0]["text"] = "From the state"
        self.send(8, "From the patch")
        self.browser.says("From the state")
        self.server.state["revision"] = 10
        self.send(9, "From the next patch")
        self.browser.says("From the next patch")


class Patches(ElementsTest):
    """The module that applies patches, in a page of its server."""

    public = MODULES

    def setUp(self):
        self.serve()

    def patched(self, document, *operations):
        """Returns the document after the operations, or the text of the error."""
        return self.browser.driver.execute_async_script(
            "const [document, operations, done] = arguments;"
            "import('/client/patch.js').then(({ patched }) => {"
            "  const before = JSON.stringify(document); const after = patched(document, operations);"
            "  done(JSON.stringify(document) === before ? after : 'the document has changed');"
            "}).catch((error) => done(String(error)))", document, operations)

    def test_operations_are_applied_in_their_order_and_leave_the_document_as_it_was(self):
        self.assertEqual(
            self.patched(
                {"a": 1, "b": [1, 2, 3], "c": {"x/y": 1, "m~n": 2}},
                {"op": "replace", "path": "/a", "value": {"z": None}},
                {"op": "add", "path": "/b/1", "value": 9},
                {"op": "remove", "path": "/b/0"},
                {"op": "add", "path": "/b/3", "value": [7]},
                {"op": "remove", "path": "/c/x~1y"},
                {"op": "replace", "path": "/c/m~0n", "value": 3},
                {"op": "add", "path": "/d", "value": False},
            ),
            {"a": {"z": None}, "b": [9, 2, 3, [7]], "c": {"m~n": 3}, "d": False})
        self.assertEqual(self.patched({"a": 1}), {"a": 1})

    def test_an_operation_on_a_part_that_is_not_there_is_an_error(self):
        for operation in (
            {"op": "replace", "path": "/z", "value": 1}, {"op": "remove", "path": "/z"}, {"op": "add", "path": "/b/4", "value": 1},
            {"op": "replace", "path": "/b/3", "value": 1}, {"op": "remove", "path": "/a/b"}, {"op": "replace", "path": "", "value": 1},
            {"op": "add", "path": "/z/y", "value": 1}, {"op": "remove", "path": "/b/x"},
        ):
            self.assertIn("There is no", self.patched({"a": 1, "b": [1, 2, 3]}, operation), operation)


if __name__ == "__main__":
    unittest.main()
