// A walk through the application `items` with the client that openapi-generator makes from /openapi.json, as README.md
// explains.

import UsherClient

/// A session with the generated client, which sends its latest token.
struct Session {
    enum Failure: Error {
        case unexpected(stack: [String], expected: [String])
        case noTabs
        case noHero
    }

    private let configuration: UsherClientAPIConfiguration
    private(set) var state: State

    init(at address: String, app: String) async throws {
        configuration = UsherClientAPIConfiguration(basePath: address)
        let client = ClientInfo(platform: "swift")
        state = try await SessionsAPI.startSession(
            newSession: NewSession(app: app, client: client),
            apiConfiguration: configuration
        )
        adopt(state)
    }

    /// The path of the session has its identifier in lower case, as the server writes it.
    private var id: String { state.id.uuidString.lowercased() }

    /// The names of the screens on the stack in front.
    var names: [String] { state.stack.compactMap { state.screens[$0]?.name } }

    /// The screen in front.
    var front: Screen? { state.focus.flatMap { state.screens[$0] } }

    mutating func report(_ name: String, _ body: JSONValue? = nil) async throws {
        adopt(
            try await EventsAPI.reportOutput(
                id: id,
                key: state.focus ?? "",
                name: name,
                prefer: "wait=30",
                body: body,
                apiConfiguration: configuration
            )
        )
        while state.status == .busy {
            adopt(try await SessionsAPI.readSession(id: id, apiConfiguration: configuration))
        }
    }

    mutating func back() async throws {
        adopt(try await EventsAPI.goBack(id: id, back: Back(), apiConfiguration: configuration))
    }

    mutating func selectTab(_ index: Int) async throws {
        guard case .typeTabs(let tabs) = state.navigation else { throw Failure.noTabs }
        adopt(
            try await EventsAPI.selectTab(
                id: id,
                key: tabs.routes[index].key,
                body: [:],
                apiConfiguration: configuration
            )
        )
    }

    func expect(_ expected: String...) throws {
        guard names == expected else { throw Failure.unexpected(stack: names, expected: expected) }
    }

    private mutating func adopt(_ next: State?) {
        guard let next else { return }
        state = next
        if let token = next.token { configuration.customHeaders["Authorization"] = "Bearer \(token)" }
    }
}

func walk(at address: String) async throws {
    var session = try await Session(at: address, app: "items")
    try session.expect("login")
    try await session.report("submit", ["login": "demo", "password": "demo-password"])
    try session.expect("onboarding")
    try await session.report("finish")
    try session.expect("itemsList")
    try await session.selectTab(1)
    try session.expect("settings")
    try await session.selectTab(0)
    try await session.report("itemSelected", 5)
    try session.expect("itemsList", "itemDetail")
    let heroes = session.front?.view?.filter { element in
        if case .typeHeroElement = element { true } else { false }
    }
    guard heroes?.isEmpty == false else { throw Session.Failure.noHero }
    try await session.back()
    try session.expect("itemsList")
    print("The walk ended at revision \(session.state.revision).")
}

try await walk(at: CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080")
