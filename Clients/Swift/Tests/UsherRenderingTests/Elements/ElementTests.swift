import Foundation
import Testing
import UsherClient

@testable import UsherRendering

@Suite("An element")
struct ElementTests {
    /// An example of each kind of the contract, with the members that it has there.
    static let examples: [String: JSONValue] = [
        "heading": ["text": "Fruit", "level": 2, "lang": "de"],
        "text": ["text": "One\nline\n\nTwo", "style": "secondary"],
        "image": ["url": "/pictures/milk.svg", "alt": "Milk", "aspect": "16:9"],
        "list": [
            "style": "plain",
            "sections": [
                [
                    "key": "a", "header": "A", "footer": "End",
                    "rows": [
                        [
                            "key": "r", "title": "Milk", "lang": "en", "subtitle": "1 l", "badge": "2",
                            "image": ["symbol": "bag", "alt": ""], "price": ["amount": 129, "currency": "EUR"],
                            "accessory": "disclosure", "time": "2026-11-21T09:31:00Z",
                            "report": ["output": "open", "payload": 5, "link": "usher://a/b"],
                        ],
                        ["title": "Count", "control": ["kind": "stepper", "output": "count", "value": 1]],
                    ],
                ]
            ],
            "more": ["label": "More", "output": "more"], "empty": ["title": "None"],
        ],
        "form": [
            "output": "submit", "submit": "Send",
            "fields": [["name": "code", "label": "Code", "input": "oneTimeCode", "secret": true]],
        ],
        "button": [
            "label": "Buy", "output": "buy", "payload": ["id": 1], "role": "primary", "placement": "trailing",
            "symbol": "cart", "enabledAt": "2026-11-21T09:31:00Z", "badge": "3", "selected": true,
        ],
        "toggle": [
            "label": "News", "output": "news", "value": true, "member": "isOn", "payload": ["id": 1], "help": "H",
        ],
        "stepper": ["label": "Count", "output": "count", "value": 2, "min": 0, "max": 9, "step": 2],
        "search": ["placeholder": "Find", "output": "search", "value": "a"],
        "map": ["markers": [["key": "b", "title": "Berlin", "latitude": 52.5, "longitude": 13.4, "selected": true]]],
        "confirm": [
            "title": "Buy?", "text": "Now", "actions": [["label": "Yes", "output": "yes", "role": "destructive"]],
        ],
        "progress": ["label": "Page", "value": 0.5, "output": "setPaused", "paused": true],
        "empty": ["title": "Nothing", "text": "Yet", "symbol": "cart", "action": ["label": "Go", "output": "go"]],
        "card": [
            "key": "c", "title": "Tea", "report": ["output": "open"], "control": ["kind": "button", "output": "b"],
        ],
        "grid": ["header": "New", "cards": [["key": "c", "title": "Tea"]], "more": ["label": "M", "output": "m"]],
        "hero": ["title": "Tea", "text": "T", "image": ["url": "/t.svg", "alt": "T"], "action": ["output": "a"]],
        "gallery": ["label": "Views", "images": [["url": "/1.svg", "alt": "1"]], "aspect": 1.5],
        "segments": [
            "label": "Order", "options": [["key": "a", "label": "A", "selected": true, "report": ["output": "o"]]],
        ],
        "chips": ["label": "Tags", "several": true, "options": [["key": "a", "label": "A", "badge": "1"]]],
        "swatches": ["label": "Color", "options": [["key": "r", "label": "Red", "color": "#ff0000"]]],
        "timeline": ["label": "Order", "steps": [["key": "1", "title": "Paid", "status": "done"]]],
        "pinned": [
            "title": "Total", "price": ["amount": 5, "currency": "EUR"], "control": ["kind": "button", "output": "p"],
        ],
    ]

    @Test("is known for every kind of the contract", arguments: Element.kinds)
    func known(kind: String) throws {
        let element = try Self.element(kind)
        #expect(element.kind == kind)
        if case .unknown = element { Issue.record("The kind is unknown.") }
        #expect(Set(Self.examples.keys) == Set(Element.kinds))
    }

    @Test("of a later kind is its fallback, or unknown without one")
    func fallback() {
        let later: JSONValue = [
            "kind": "globe", "fallback": ["kind": "sphere", "fallback": ["kind": "text", "text": "A"]],
        ]
        guard case .text(let text) = Element(later) else {
            Issue.record("The fallback was not read.")
            return
        }
        #expect(text.text == "A")
        #expect(Element(["kind": "globe"]) == .unknown(kind: "globe"))
        var endless: JSONValue = ["kind": "globe"]
        for _ in 0..<100 { endless = ["kind": "globe", "fallback": endless] }
        #expect(Element(endless) == .unknown(kind: "globe"))
    }

    @Test("has all its members as typed values")
    func members() throws {
        guard case .list(let list) = try Self.element("list") else { return }
        #expect(list.style == .plain)
        let row = list.sections[0].rows[0]
        #expect(row.price == Price(129, "EUR"))
        #expect(row.report == Report("open", 5, link: "usher://a/b"))
        #expect(row.accessory == .disclosure)
        #expect(row.time == Date(timeIntervalSince1970: 1_795_253_460))
        #expect(list.sections[0].rows[1].key == "1")
        #expect(list.more?.report == Report("more"))
        #expect(list.empty?.title == "None")

        guard case .button(let button) = try Self.element("button") else { return }
        #expect(button.placement == .trailing)
        #expect(button.isSelected == true)
        #expect(button.report.payload == ["id": 1])

        guard case .text(let text) = try Self.element("text") else { return }
        #expect(text.paragraphs == ["One\nline", "Two"])
        guard case .image(let image) = try Self.element("image") else { return }
        #expect(image.aspect == 16.0 / 9)
        guard case .choice(let swatches) = try Self.element("swatches") else { return }
        #expect(swatches.options[0].color?.red == 1)
        #expect(ChoiceOption.Color("red") == nil)
        guard case .empty(let empty) = try Self.element("empty") else { return }
        #expect(empty.action?.role == .primary)
    }

    @Test("names each place at which the user can report an output, with keys that stay")
    func controls() throws {
        let id = ControlID(screen: "k")
        let places = try Element.kinds.map { try Self.element($0) }.flatMap { $0.controls(at: id.part($0.kind)) }
        let names = places.map { "\($0.id.path) \($0.output)" }
        #expect(
            names == [
                "/list/a/r open", "/list/a/1/control count", "/list/more more", "/form submit", "/button buy",
                "/toggle news", "/stepper count", "/search search", "/confirm/0 yes", "/progress setPaused",
                "/empty/action go", "/card open", "/card/control b", "/grid/more m", "/hero/action a", "/segments/a o",
                "/pinned/control p",
            ]
        )
        #expect(id.part("a/b").part("~").path == "/a~1b/~0")
    }

    @Test("of a list without rows has the way on of its notice")
    func emptyList() {
        let list = Element([
            "kind": "list", "sections": [], "empty": ["title": "T", "action": ["label": "A", "output": "go"]],
        ])
        #expect(list.controls(at: ControlID(screen: "k")).map(\.output) == ["go"])
    }

    @Test("with a missing or wrong member is drawn without it")
    func malformed() {
        for kind in Element.kinds {
            for value: JSONValue in [.null, 5, "a", [], [:], [["a": 1]]] {
                var members: [String: JSONValue] = ["kind": .string(kind)]
                #expect(Element(.object(members)).kind == kind)
                for name in Self.examples[kind]?.object?.keys ?? [:].keys {
                    members[name] = value
                    let element = Element(.object(members))
                    _ = element.controls(at: ControlID(screen: "k"))
                    #expect(element.kind == kind)
                }
            }
        }
        guard case .map(let map) = Element(["kind": "map", "markers": [["latitude": 200, "longitude": 0]]]) else {
            return
        }
        #expect(map.markers.isEmpty && map.region == nil)
    }

    @Test("for a map shows all places, also on both sides of the 180th degree")
    func region() throws {
        let document: JSONValue = [
            "kind": "map",
            "markers": [
                ["title": "Fiji", "latitude": -17, "longitude": 178],
                ["title": "Samoa", "latitude": -13, "longitude": -172],
            ],
        ]
        guard case .map(let map) = Element(document) else { return }
        let region = try #require(map.region)
        #expect(region.longitude == -177)
        #expect(region.width == 14)
        #expect(region.latitude == -15)
    }

    @Test("for a choice shows the pressed option as chosen")
    func selection() throws {
        let options: JSONValue = [["key": "a", "label": "A", "selected": true], ["key": "b", "label": "B"]]
        guard case .choice(let one) = Element(["kind": "segments", "options": options]),
            case .choice(let several) = Element(["kind": "chips", "several": true, "options": options])
        else { return }
        #expect(one.selection(pressed: nil) == ["a"])
        #expect(one.selection(pressed: "b") == ["b"])
        #expect(several.selection(pressed: "b") == ["a", "b"])
        #expect(several.selection(pressed: "a") == [])
        #expect(
            !one.isReported(one.options[0]) && one.isReported(one.options[1]) && several.isReported(several.options[0])
        )
    }

    @Test("for a stepper counts without errors of binary fractions, and stops at its ends")
    func stepper() {
        guard
            case .stepper(let stepper) = Element(["kind": "stepper", "min": 0, "max": 0.3, "step": 0.1, "value": 0.1])
        else { return }
        #expect(stepper.value(after: 0.1, isIncrease: true) == 0.2)
        #expect(stepper.value(after: 0.2, isIncrease: true) == 0.3)
        #expect(stepper.value(after: 0.3, isIncrease: true) == nil)
        #expect(stepper.value(after: 0.1, isIncrease: false) == 0)
    }

    static func element(_ kind: String) throws -> Element {
        guard case .object(var members)? = examples[kind] else { throw CocoaError(.keyValueValidation) }
        members["kind"] = .string(kind)
        return Element(.object(members))
    }
}
