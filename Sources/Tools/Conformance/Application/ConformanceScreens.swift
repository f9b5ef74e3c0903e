import Coordination

/// The first screen, with counters that show which taps have acted.
struct Home: Screen {
    static let name = "home"
    static let title = "Home"

    static let add = Output<Home, Nothing>("add")
    static let append = Output<Home, String>("append")
    static let choose = Output<Home, String>("choose")
    static let work = Output<Home, Nothing>("work")
    static let turn = Output<Home, Nothing>("turn")
    static let goLive = Output<Home, Nothing>("goLive")
    static let goQuiet = Output<Home, Nothing>("goQuiet")
    static let openForm = Output<Home, Nothing>("openForm")
    static let openSignIn = Output<Home, Nothing>("openSignIn")
    static let openSteps = Output<Home, Nothing>("openSteps")
    static let openStations = Output<Home, Nothing>("openStations")
    static let openSheet = Output<Home, Nothing>("openSheet")
    static let openTabs = Output<Home, Nothing>("openTabs")
    static let openNews = Output<Home, Nothing>("openNews")
    static let openMuseum = Output<Home, Nothing>("openMuseum")
    static let end = Output<Home, Nothing>("end")

    /// The number of taps of `add`.
    var count = 0
    /// The texts that were appended, in their order.
    var log = ""
    /// The number of changes by the live data.
    var ticks = 0
    /// The number of right passwords.
    var signIns = 0
    var isLive = false

    static let names = ["ann", "bob", "cid", "dan", "eve"]

    /// The names, which each turn, and each change of the live data, puts into another order.
    private var order: [String] {
        let first = ticks % Self.names.count
        return Array(Self.names[first...] + Self.names[..<first])
    }

    var view: ScreenView {
        Heading("Count \(count)")
        Text("Log \(log)")
        List(order) { name in Row(name).keyed(name).reports(Self.choose, name) }
        for output in [Self.add, Self.work, Self.turn, Self.goLive, Self.goQuiet, Self.end] {
            Button(output.name, output)
        }
        for output in [Self.openForm, Self.openSignIn, Self.openSteps, Self.openStations] {
            Button(output.name, output)
        }
        for output in [Self.openSheet, Self.openTabs, Self.openNews, Self.openMuseum] { Button(output.name, output) }
        Search("Append", Self.append)
    }
}

/// An element of a kind that no client knows, with a fallback.
struct Gauge: ViewElement {
    let label: String

    var content: ElementContent { .custom(kind: "gauge", members: ["label": .string(label)]) }
    var fallback: (any ViewElement)? { Text(label) }
}

/// An element of a kind that no client knows, without a fallback.
struct Ornament: ViewElement {
    var content: ElementContent { .custom(kind: "ornament", members: ["leaves": 3]) }
}

/// A form with a draft, which a way back discards.
struct Form: Screen {
    static let name = "form"
    static let title = "Form"
    static let submit = Output<Form, Entry>("submit")

    struct Entry: Payload {
        var text: String

        static let schema: JSONSchema = .object(["text": .string(maxLength: 80)])
    }

    var view: ScreenView {
        Coordination.Form(Self.submit, submit: "Save", fields: [Field(\Entry.text, "Text")])
    }
}

/// A form with a secret, after which the client has another credential.
struct SignIn: Screen {
    static let name = "signIn"
    static let title = "Sign in"
    static let enter = Output<SignIn, Entry>("enter")

    struct Entry: Payload {
        var password: Secret

        static let schema: JSONSchema = .object(["password": .string(minLength: 1, maxLength: 80, secret: true)])
    }

    var view: ScreenView {
        Coordination.Form(
            Self.enter,
            submit: "Sign in",
            fields: [Field(\Entry.password, "Password", .password, autocomplete: "current-password")]
        )
    }
}

/// The first of two screens before a barrier.
struct FirstStep: Screen {
    static let name = "firstStep"
    static let title = "Step 1"
    static let next = Output<FirstStep, Nothing>("next")

    var view: ScreenView { Button("Next", Self.next) }
}

/// The second of two screens before a barrier.
struct SecondStep: Screen {
    static let name = "secondStep"
    static let title = "Step 2"
    static let order = Output<SecondStep, Nothing>("order")

    var view: ScreenView { Button("Order", Self.order) }
}

/// The screen behind a barrier, from which no way leads back.
struct Ordered: Screen {
    static let name = "ordered"
    static let title = "Ordered"

    var view: ScreenView { Text("It is ordered.") }
}

/// A list with rows beside the state.
struct Stations: Screen {
    static let name = "stations"
    static let title = "Stations"
    static let rowSources: [any RowSource.Type] = [StationRows.self]
    static let refresh = Output<Stations, Nothing>("refresh")

    var edition: Int

    var view: ScreenView {
        Button("Refresh", Self.refresh)
        List(from: StationRows(edition: edition), empty: Empty("No station."))
    }
}

/// The rows of an edition, more than two pages.
struct StationRows: RowSource {
    static let name = "stations"
    static let count = 120

    var edition: Int

    func page(_ request: RowRequest) -> RowPage {
        let first = request.after.flatMap { Int($0) } ?? 0
        let end = min(first + request.limit, Self.count)
        let rows = (first..<max(first, end)).map { Row("Station \($0)").keyed("e\(edition)-\($0)") }
        return RowPage(rows, next: end < Self.count ? String(end) : nil)
    }
}

/// A modal that the user can swipe down.
struct Sheet: Screen {
    static let name = "sheet"
    static let title = "Sheet"

    var view: ScreenView { Text("A sheet.") }
}

/// A screen that another device or an effect may bring to the front.
struct News: Screen {
    static let name = "news"
    static let title = "News"

    var view: ScreenView { Text("News.") }
}

/// A screen with elements of kinds that no client knows.
struct Museum: Screen {
    static let name = "museum"
    static let title = "Museum"

    var view: ScreenView {
        Text("Two exhibits.")
        Gauge(label: "A gauge for steam")
        Ornament()
    }
}

/// The screen of a tab.
struct Page: Screen {
    static let name = "page"

    var tab: String
    var title: String { tab }

    var view: ScreenView { Text("Page \(tab).") }
}
