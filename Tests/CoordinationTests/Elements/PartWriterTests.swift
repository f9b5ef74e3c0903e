import Coordination
import JSON
import SampleViews
import Testing

@Suite("The JSON of each semantic element")
struct PartWriterTests {
    struct Case: Sendable {
        let element: any ViewElement
        let json: String

        init(_ element: any ViewElement, _ json: String) {
            self.element = element
            self.json = json
        }
    }

    static let cases: [Case] = [
        Case(Heading("News"), #"{"kind":"heading","text":"News","level":1}"#),
        Case(Heading("News", level: 3), #"{"kind":"heading","text":"News","level":3}"#),
        Case(Text("Hello."), #"{"kind":"text","text":"Hello."}"#),
        Case(Text("Hello.", style: .body), #"{"kind":"text","text":"Hello."}"#),
        Case(Text("Hello.", style: .secondary), #"{"kind":"text","text":"Hello.","style":"secondary"}"#),
        Case(Text("Hello.", style: .caption), #"{"kind":"text","text":"Hello.","style":"caption"}"#),
        Case(Image(.url("/a.png", alternative: "A")), #"{"kind":"image","url":"/a.png","alt":"A"}"#),
        Case(Image(.symbol("gear"), aspect: 1.5), #"{"kind":"image","symbol":"gear","alt":"","aspect":1.5}"#),
        Case(Button("Go", SampleScreen.go), #"{"kind":"button","label":"Go","output":"go"}"#),
        Case(
            Button(
                "Buy",
                SampleScreen.choose,
                5,
                role: .primary,
                placement: .trailing,
                symbol: "cart",
                enabledAt: .init(milliseconds: 0)
            ),
            """
            {
              "kind": "button",
              "label": "Buy",
              "output": "choose",
              "payload": 5,
              "role": "primary",
              "placement": "trailing",
              "symbol": "cart",
              "enabledAt": "1970-01-01T00:00:00Z"
            }
            """
        ),
        Case(
            Button("Away", SampleScreen.go, role: .destructive, placement: .leading),
            #"{"kind":"button","label":"Away","output":"go","role":"destructive","placement":"leading"}"#
        ),
        Case(
            Toggle("Wifi", SampleScreen.turn, value: true, help: "On or off."),
            #"{"kind":"toggle","label":"Wifi","output":"turn","value":true,"help":"On or off."}"#
        ),
        Case(
            Button("Keep", SampleScreen.go, symbol: "heart").selected(true).badge("2"),
            #"{"kind":"button","label":"Keep","output":"go","symbol":"heart","badge":"2","selected":true}"#
        ),
        Case(
            List([1]) { _ in Row("Read", time: Timestamp(milliseconds: 0)) },
            """
            {
              "kind": "list", "style": "plain",
              "sections": [{"key": "section", "rows": [{"key": "Read", "title": "Read", "time": "1970-01-01T00:00:00Z"}]}]
            }
            """
        ),
        Case(
            List(sections: [
                Section(rows: [
                    Row("水").language("ja").keyed("water"), Row("Same"), Row("Same"),
                    Row("A").reports(SampleScreen.order, SampleScreen.Line()),
                ]).keyed("words")
            ]).more(Button("More", SampleScreen.go)),
            """
            {
              "kind": "list", "style": "grouped",
              "sections": [{"key": "words", "rows": [
                {"key": "water", "title": "水", "lang": "ja"}, {"key": "Same", "title": "Same"},
                {"key": "Same 2", "title": "Same"},
                {"key": "order a1hsaxa7627j", "title": "A", "report": {
                  "output": "order", "payload": {"book": "b1", "pieces": 2, "isGift": false}
                }}
              ]}],
              "more": {"label": "More", "output": "go"}
            }
            """
        ),
        Case(Text("水").language("ja"), #"{"kind":"text","text":"水","lang":"ja"}"#),
        Case(Heading("水").language("ja"), #"{"kind":"heading","text":"水","level":1,"lang":"ja"}"#),
        Case(Image(.characters("水", alternative: "Water")), #"{"kind":"image","characters":"水","alt":"Water"}"#),
        Case(
            Stepper("Pieces", SampleScreen.order, SampleScreen.Line(), entering: "pieces", in: 0...9),
            """
            {
              "kind": "stepper",
              "label": "Pieces",
              "output": "order",
              "payload": {"book": "b1", "pieces": 2, "isGift": false},
              "member": "pieces",
              "value": 2,
              "min": 0,
              "max": 9,
              "step": 1
            }
            """
        ),
        Case(
            Toggle("A gift", SampleScreen.order, SampleScreen.Line(), entering: "isGift"),
            """
            {
              "kind": "toggle",
              "label": "A gift",
              "output": "order",
              "payload": {"book": "b1", "pieces": 2, "isGift": false},
              "member": "isGift",
              "value": false
            }
            """
        ),
        Case(
            List(["Emma"]) { title in
                Row(title).controlled(by: Stepper("Pieces of \(title)", SampleScreen.choose, value: 1, in: 0...9))
            },
            """
            {
              "kind": "list",
              "style": "plain",
              "sections": [{"key": "section", "rows": [{
                "key": "choose",
                "title": "Emma",
                "control": {
                  "kind": "stepper", "label": "Pieces of Emma", "output": "choose", "value": 1, "min": 0, "max": 9, "step": 1
                }
              }]}]
            }
            """
        ),
        Case(
            Stepper("Pieces", SampleScreen.choose, value: 2, in: 1...9, step: 2),
            #"{"kind":"stepper","label":"Pieces","output":"choose","value":2,"min":1,"max":9,"step":2}"#
        ),
        Case(
            Search("Name", SampleScreen.find, value: "ab"),
            #"{"kind":"search","placeholder":"Name","output":"find","value":"ab"}"#
        ),
        Case(
            Form(
                SampleScreen.enter,
                submit: "Log in",
                fields: [
                    Field(
                        "login",
                        "Login",
                        value: "ada",
                        placeholder: "name",
                        autocomplete: "username",
                        help: "Yours."
                    ),
                    Field("password", "Password", .password, value: "never"),
                    Field("code", "Code", .oneTimeCode), Field("mail", "Mail", .email),
                    Field("phone", "Phone", .phone),
                    Field("age", "Age", .number, value: 5), Field("day", "Day", .date),
                    Field("note", "Note", .multiline),
                    Field("news", "News", .toggle, value: true),
                    Field("size", "Size", .choice([.init("s", "Small")])),
                ]
            ),
            """
            {
              "kind": "form",
              "output": "enter",
              "submit": "Log in",
              "fields": [
                {
                  "name": "login",
                  "label": "Login",
                  "input": "text",
                  "value": "ada",
                  "placeholder": "name",
                  "autocomplete": "username",
                  "help": "Yours."
                },
                {
                  "name": "password",
                  "label": "Password",
                  "input": "password",
                  "secret": true
                },
                {
                  "name": "code",
                  "label": "Code",
                  "input": "oneTimeCode",
                  "secret": true
                },
                {
                  "name": "mail",
                  "label": "Mail",
                  "input": "email"
                },
                {
                  "name": "phone",
                  "label": "Phone",
                  "input": "phone"
                },
                {
                  "name": "age",
                  "label": "Age",
                  "input": "number",
                  "value": 5
                },
                {
                  "name": "day",
                  "label": "Day",
                  "input": "date"
                },
                {
                  "name": "note",
                  "label": "Note",
                  "input": "multiline"
                },
                {
                  "name": "news",
                  "label": "News",
                  "input": "toggle",
                  "value": true
                },
                {
                  "name": "size",
                  "label": "Size",
                  "input": "choice",
                  "choices": [
                    {
                      "value": "s",
                      "label": "Small"
                    }
                  ]
                }
              ]
            }
            """
        ),
        Case(
            List([1, 2]) { Row("No. \($0)").reports(SampleScreen.choose, $0) },
            """
            {
              "kind": "list",
              "style": "plain",
              "sections": [
                {
                  "key": "section",
                  "rows": [
                    {
                      "key": "1",
                      "title": "No. 1",
                      "report": {
                        "output": "choose",
                        "payload": 1
                      }
                    },
                    {
                      "key": "2",
                      "title": "No. 2",
                      "report": {
                        "output": "choose",
                        "payload": 2
                      }
                    }
                  ]
                }
              ]
            }
            """
        ),
        Case(
            List(
                sections: [
                    Section(
                        "Head",
                        footer: "Foot",
                        rows: [
                            Row(
                                "T",
                                subtitle: "S",
                                picture: .symbol("tag"),
                                badge: "3",
                                price: Price(1_299, "EUR"),
                                accessory: .checkmark
                            ).reports(SampleScreen.go)
                        ]
                    ), Section("Without rows", rows: []),
                ],
                empty: Empty("Nothing")
            ),
            """
            {
              "kind": "list",
              "style": "grouped",
              "sections": [
                {
                  "key": "Head",
                  "header": "Head",
                  "footer": "Foot",
                  "rows": [
                    {
                      "key": "go",
                      "title": "T",
                      "subtitle": "S",
                      "image": {
                        "symbol": "tag",
                        "alt": ""
                      },
                      "badge": "3",
                      "price": {
                        "amount": 1299,
                        "currency": "EUR"
                      },
                      "accessory": "checkmark",
                      "report": {
                        "output": "go"
                      }
                    }
                  ]
                }
              ]
            }
            """
        ),
        Case(
            List(
                [] as [Int],
                empty: Empty("Nothing", text: "Yet.", symbol: "list", action: Button("Add", SampleScreen.go))
            ) { Row("\($0)") },
            """
            {
              "kind": "list",
              "style": "plain",
              "sections": [],
              "empty": {
                "title": "Nothing",
                "text": "Yet.",
                "symbol": "list",
                "action": {
                  "label": "Add",
                  "output": "go"
                }
              }
            }
            """
        ),
        Case(
            Map([
                Marker("Here", latitude: 1.5, longitude: -2).reports(SampleScreen.choose, 1),
                Marker("There", latitude: 0, longitude: 0.25),
            ]),
            """
            {
              "kind": "map",
              "markers": [
                {
                  "key": "1",
                  "title": "Here",
                  "latitude": 1.5,
                  "longitude": -2.0,
                  "report": {
                    "output": "choose",
                    "payload": 1
                  }
                },
                {
                  "key": "There",
                  "title": "There",
                  "latitude": 0.0,
                  "longitude": 0.25
                }
              ]
            }
            """
        ),
        Case(
            Confirm(
                "Sure?",
                text: "It is gone then.",
                actions: [
                    Button("Yes", SampleScreen.go, role: .destructive),
                    Button("No", SampleScreen.choose, 0, role: .cancel),
                ]
            ),
            """
            {
              "kind": "confirm",
              "title": "Sure?",
              "text": "It is gone then.",
              "actions": [
                {
                  "label": "Yes",
                  "output": "go",
                  "role": "destructive"
                },
                {
                  "label": "No",
                  "output": "choose",
                  "payload": 0,
                  "role": "cancel"
                }
              ]
            }
            """
        ),
        Case(Progress("Loading", value: 0.5), #"{"kind":"progress","label":"Loading","value":0.5}"#),
        Case(Progress(), #"{"kind":"progress"}"#),
        Case(
            Progress("1 of 2", value: 0.5).pausable(SampleScreen.turn, isPaused: true),
            #"{"kind":"progress","label":"1 of 2","value":0.5,"output":"turn","paused":true}"#
        ),
        Case(Empty("Nothing"), #"{"kind":"empty","title":"Nothing"}"#),
        Case(SampleScreen.Chart(), #"{"kind":"chart","points":[1,2],"fallback":{"kind":"text","text":"A chart."}}"#),
    ]

    /// The kinds that came later, without their fallbacks.
    static let laterCases: [Case] = [
        Case(
            Card("Milk", subtitle: "1 l", picture: .symbol("tag"), badge: "2", price: Price(199, "EUR"))
                .reports(SampleScreen.choose, 5),
            """
            {
              "kind": "card", "title": "Milk", "subtitle": "1 l", "image": {"symbol": "tag", "alt": ""}, "badge": "2",
              "price": {"amount": 199, "currency": "EUR"}, "report": {"output": "choose", "payload": 5}
            }
            """
        ),
        Case(
            Grid([7, 8], header: "Fresh") { Card("No. \($0)").reports(SampleScreen.choose, $0) }
                .more(Button("More", SampleScreen.go)),
            """
            {
              "kind": "grid", "header": "Fresh",
              "cards": [
                {"key": "7", "title": "No. 7", "report": {"output": "choose", "payload": 7}},
                {"key": "8", "title": "No. 8", "report": {"output": "choose", "payload": 8}}
              ],
              "more": {"label": "More", "output": "go"}
            }
            """
        ),
        Case(
            Grid(cards: [], empty: Empty("Nothing")),
            #"{"kind":"grid","cards":[],"empty":{"title":"Nothing"}}"#
        ),
        Case(
            Hero(
                "水",
                subtitle: "S",
                text: "T",
                picture: .symbol("tag"),
                badge: "B",
                price: Price(1, "EUR"),
                action: Button("Go", SampleScreen.go)
            ).language("ja"),
            """
            {
              "kind": "hero", "title": "水", "lang": "ja", "subtitle": "S", "text": "T", "image": {"symbol": "tag", "alt": ""},
              "badge": "B", "price": {"amount": 1, "currency": "EUR"}, "action": {"label": "Go", "output": "go"}
            }
            """
        ),
        Case(
            Gallery("Views", pictures: [.url("/a.png", alternative: "A")], aspect: 2),
            #"{"kind":"gallery","label":"Views","images":[{"url":"/a.png","alt":"A"}],"aspect":2}"#
        ),
        Case(
            Segments(
                "Order",
                [ChoiceOption("New", isSelected: true).reports(SampleScreen.choose, 1), ChoiceOption("Old")]
            ),
            """
            {
              "kind": "segments", "label": "Order", "options": [
                {"key": "1", "label": "New", "selected": true, "report": {"output": "choose", "payload": 1}},
                {"key": "Old", "label": "Old"}
              ]
            }
            """
        ),
        Case(
            Chips("Filters", allowsSeveral: true, [ChoiceOption("New", badge: "4").keyed("n")]),
            #"{"kind":"chips","label":"Filters","options":[{"key":"n","label":"New","badge":"4"}],"several":true}"#
        ),
        Case(
            Swatches("Color", [ChoiceOption("Rust", picture: .symbol("tag"), color: "#c85c36")]),
            """
            {
              "kind": "swatches", "label": "Color",
              "options": [{"key": "Rust", "label": "Rust", "image": {"symbol": "tag", "alt": ""}, "color": "#c85c36"}]
            }
            """
        ),
        Case(
            Timeline(
                "Order",
                steps: [
                    TimelineStep("Placed", time: Timestamp(milliseconds: 0), status: .done),
                    TimelineStep("Packed", text: "Soon", status: .current),
                ]
            ),
            """
            {
              "kind": "timeline", "label": "Order", "steps": [
                {"key": "Placed", "title": "Placed", "time": "1970-01-01T00:00:00Z", "status": "done"},
                {"key": "Packed", "title": "Packed", "text": "Soon", "status": "current"}
              ]
            }
            """
        ),
        Case(
            Pinned(Button("Pay", SampleScreen.go), title: "Total", price: Price(1, "EUR")),
            """
            {
              "kind": "pinned", "title": "Total", "price": {"amount": 1, "currency": "EUR"},
              "control": {"kind": "button", "label": "Pay", "output": "go"}
            }
            """
        ),
    ]

    @Test(
        "a later kind of element is encoded as its kind and its members, with its fallback unless the client does without"
    )
    func later() throws {
        var client = ClientInfo()
        client.fallbacks = false
        for example in Self.laterCases {
            #expect(
                try json(of: example.element, for: client).unified
                    == JSONValue(parsing: Array(example.json.utf8)).unified
            )
            let fallback = try json(of: example.element, for: ClientInfo())["fallback"]
            #expect(try fallback == json(of: #require(example.element.fallback), for: client))
        }
    }

    private func json(of element: any ViewElement, for client: ClientInfo) throws -> JSONValue {
        var writer = JSONWriter()
        writer.element(element, for: client)
        return try JSONValue(parsing: writer.finish())
    }

    @Test("the kinds of elements here are those with a schema, and an application's own")
    func kinds() {
        let kinds = (Self.cases + Self.laterCases).map(\.element.content.name)
        #expect(Set(kinds) == Set(PartSchema.elements.map(\.kind) + ["chart"]))
    }

    @Test("an element is encoded as its kind and its members", arguments: cases)
    func encoded(example: Case) throws {
        var writer = JSONWriter()
        writer.element(example.element)
        let encoded = try JSONValue(parsing: writer.finish())
        #expect(encoded.unified == (try JSONValue(parsing: Array(example.json.utf8)).unified))
    }
}

extension JSONValue {
    /// The value with every whole number as an integer, because `0.0` may be encoded as `0`.
    fileprivate var unified: JSONValue {
        switch self {
        case .number: integerValue.map { .integer($0) } ?? self
        case .array(let elements): .array(elements.map(\.unified))
        case .object(let object): .object(JSONObject(object.members.map { ($0.key, $0.value.unified) }))
        default: self
        }
    }
}
