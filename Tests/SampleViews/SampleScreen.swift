package import Coordination

/// A screen with an output of each kind of payload, for tests of view elements.
package struct SampleScreen: Screen {
    package static let name = "shelf"
    package static let go = Output<SampleScreen, Nothing>("go")
    package static let choose = Output<SampleScreen, Int>("choose")
    package static let turn = Output<SampleScreen, Bool>("turn")
    package static let find = Output<SampleScreen, String>("find")
    package static let enter = Output<SampleScreen, Credentials>("enter")
    package static let order = Output<SampleScreen, Line>("order")

    package init() {}

    /// A payload with members that controls can set.
    package struct Line: Payload {
        package var book = "b1"
        package var pieces = 2
        package var isGift = false
        package static let schema: JSONSchema = .object(["book": .string, "pieces": .integer, "isGift": .boolean])

        package init() {}
    }

    /// A payload with a secret member.
    package struct Credentials: Payload {
        package var login: String
        package var password: Secret
        package static let schema: JSONSchema = .object(["login": .string, "password": .string(secret: true)])
    }

    /// An element of an application's own kind, with a fallback.
    package struct Chart: ViewElement {
        package var content: ElementContent { .custom(kind: "chart", members: ["points": [1, 2]]) }
        package var reports: [Report] { [Report(SampleScreen.choose, 9)] }
        package var fallback: (any ViewElement)? { Text("A chart.") }

        package init() {}
    }
}
