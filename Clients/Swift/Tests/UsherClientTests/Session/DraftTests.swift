import Testing

@testable import UsherClient

@Suite("A draft")
struct DraftTests {
    private let values: [String: JSONValue] = ["title": "La"]

    private func state(_ screens: [String: String]) throws -> NavigationState {
        try NavigationState([
            "id": "1", "app": "a", "revision": 1, "status": "active", "stack": [],
            "navigation": ["type": "stack", "key": "k1", "index": 0, "routes": []], "modals": [],
            "screens": .object(screens.mapValues { ["name": .string($0)] }),
        ])
    }

    private func form(_ key: String) throws -> FormID {
        FormID(try #require(try state([key: "new"]).screens[key]), output: "save")
    }

    @Test("is kept while its screen is covered or gone, and is there on another instance of the screen")
    func kept() throws {
        var drafts = Drafts()
        drafts.set(values, of: try form("k5"))
        drafts.follow(try state(["k5": "new", "k6": "help"]), cause: .report("help", on: "k5"))
        #expect(drafts.values(of: try form("k5")) == values)
        drafts.follow(try state([:]), cause: .back())
        drafts.follow(try state(["k7": "new"]), cause: .report("new", on: "k1"))
        #expect(drafts.values(of: try form("k7")) == values)
        #expect(drafts.values(of: try form("k8")) == nil, "there is one draft only")
    }

    @Test(
        "is dropped with its screen if the user left that by its own control or with consent",
        arguments: [.report("cancel", on: "k5"), .dismiss, Self.confirmedBack]
    )
    func dropped(cause: Tap) throws {
        var drafts = Drafts()
        drafts.set(values, of: try form("k5"))
        drafts.follow(try state([:]), cause: cause)
        #expect(drafts.values(of: try form("k7")) == nil)
    }

    @Test("is dropped when its form has no values")
    func empty() throws {
        var drafts = Drafts()
        drafts.set(values, of: try form("k5"))
        drafts.set([:], of: try form("k5"))
        #expect(drafts.values(of: try form("k5")) == nil)
    }

    private static var confirmedBack: Tap {
        var tap = Tap.back()
        tap.isConfirmed = true
        return tap
    }
}
