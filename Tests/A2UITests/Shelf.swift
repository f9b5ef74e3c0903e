import A2UI
import APITesting
import Coordination
import StateAPI

/// A screen with an element of each kind.
struct Shelf: Screen {
    static let name = "shelf"
    static let title = "All about shelves"
    static let go = Output<Shelf, Nothing>("go")
    static let never = Output<Shelf, Nothing>("never")
    static let choose = Output<Shelf, Int>("choose")
    static let turn = Output<Shelf, Bool>("turn")
    static let find = Output<Shelf, String>("find")
    static let order = Output<Shelf, Line>("order")
    static let send = Output<Shelf, Person>("send")

    struct Line: Payload {
        var book = "b1"
        var pieces = 2
        var isGift = false

        static let schema: JSONSchema = .object(["book": .string, "pieces": .integer, "isGift": .boolean])
    }

    struct Person: Payload {
        var name: String
        var age: Int
        var news: Bool
        var size: String
        var day: String
        var remark: String?

        static let schema: JSONSchema = .object([
            .init("name", .string(maxLength: 20)), .init("age", .integer), .init("news", .boolean),
            .init("size", .enumeration(["a", "b"])), .init("day", .string(pattern: .date)),
            .init("remark", .string, isRequired: false),
        ])
    }

    /// An element of the application's own kind, with a fallback.
    private struct Chart: ViewElement {
        var content: ElementContent { .custom(kind: "chart", members: ["points": [1, 2]]) }
        var reports: [Report] { [] }
        var fallback: (any ViewElement)? { Text("A chart.") }
    }

    var last = ""

    var disabledOutputs: [any ScreenOutput] { [Self.never] }

    var view: ScreenView {
        Button("Settings", Self.turn, false, placement: .trailing, symbol: "gear")
        Text(last)
        Heading("A heading")
        Text("A text", style: .secondary)
        Text(sealed: SealedText(sealed: "never-shown"), style: .code)
        Image(.characters("字"))
        Button("A button", Self.go, role: .primary, symbol: "cart").badge("3")
        Button("Not now", Self.never)
        Toggle("A toggle", Self.turn, value: true, help: "It turns.")
        Toggle("Gift", Self.order, Line(), entering: "isGift")
        Stepper("Copies", Self.order, Line(), entering: "pieces", in: 0...9)
        Search("Find", Self.find)
        List(sections: [
            Section(
                "Header",
                footer: "Footer",
                rows: [
                    Row("A row", subtitle: "Its subtitle", price: Price(1_250, "EUR"), accessory: .disclosure)
                        .reports(Self.choose, 1),
                    Row("With a control").controlled(by: Toggle("Inner", Self.turn, value: false)),
                ]
            )
        ])
        List(sections: [], empty: Empty("No rows", symbol: "bag"))
        Map([Marker("Berlin", latitude: 52.52, longitude: 13.405).reports(Self.choose, 3)])
        form
        Confirm("Really?", text: "It is about time.", actions: [Button("Yes", Self.go)])
        Progress("Half done", value: 0.5).pausable(Self.turn, isPaused: false)
        Card("A card", picture: .url("/a.svg", alternative: "A picture")).reports(Self.choose, 2)
        Grid(header: "Cards", cards: [Card("Another card")])
        Hero("A hero", text: "Its paragraph", picture: .symbol("star"))
        Gallery("Pictures", pictures: [.url("/a.svg"), .url("/b.svg")])
        Segments(
            "Order",
            [
                ChoiceOption("Name", isSelected: true).reports(Self.find, "name"),
                ChoiceOption("Price").reports(Self.find, "price"),
            ]
        )
        Chips("Tags", [ChoiceOption("New")])
        Swatches("Colors", [ChoiceOption("Rust", color: "#b5532f").reports(Self.find, "rust")])
        Timeline(
            "Delivery",
            steps: [
                TimelineStep("Packed", time: Timestamp(milliseconds: 0), status: .done),
                TimelineStep("On its way", status: .current),
            ]
        )
        Chart()
        Pinned(Button("Check out", Self.go), title: "Total", price: Price(2_500, "EUR"))
    }

    private var form: Form {
        Form(
            Self.send,
            submit: "Send",
            fields: [
                Field("name", "Name"), Field("age", "Age", .number, help: "In years."), Field("news", "News", .toggle),
                Field("size", "Size", .choice([.init("a", "Small"), .init("b", "Large")])), Field("day", "Day", .date),
                Field("remark", "Remark", .multiline), Field("secret", "Secret", .password, value: "never-shown"),
            ]
        )
    }
}

/// Shows on the screen what was reported last.
final class ShelfCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() { push(Shelf()) }

    /// Starts a session of an application with this screen.
    static func start() async throws -> TestClient {
        var settings = StateAPI.Settings()
        settings.options = [.a2ui]
        let shelf = try Application("shelf", title: "Shelf", root: ShelfCoordinator.self, state: .init(), factory: ())
        return try await TestAPI(settings: settings, applications: [shelf]).start()
    }

    static let wiring: Wiring<ShelfCoordinator> = [
        .on(Shelf.go) { $0.note("go") },
        .on(Shelf.never) { $0.note("never") },
        .on(Shelf.choose) { $0.note("choose \($1)") },
        .on(Shelf.turn) { $0.note("turn \($1)") },
        .on(Shelf.find) { $0.note($1.contains("price") || $1.contains("rust") ? "find \($1)" : $1) },
        .on(Shelf.order) { $0.note("order \($1.book) \($1.pieces) \($1.isGift)") },
        .on(Shelf.send) { coordinator, person in
            let rest = "\(person.size) \(person.day) \(person.remark ?? "none")"
            coordinator.note("send \(person.name) \(person.age) \(person.news) \(rest)")
        },
    ]

    private func note(_ text: String) {
        update { (screen: inout Shelf) in screen.last = text }
    }
}
