import CoordinationTesting
import Testing

@testable import Applications

@Suite("The user of profile")
struct UserEditTests {
    static let root = "ProfileCoordinator(UserEditCoordinator)"

    @Test("the application starts with the user (G1), and the cities are pushed over it (G2)")
    func start() throws {
        let session = try TestSession.profile()
        #expect(session.description == "[userEdit] \(Self.root)")
        #expect(try session.screen(UserEdit.self)?.user == User(name: "Pavel Gurov", city: .moscow))
        try session.report(UserEdit.selectCity)
        #expect(session.description == "[userEdit, cities] \(Self.root)")
        #expect(session.screen(Cities.self)?.cities.map(\.name) == ["Moscow", "Ulyanovsk", "New York", "Tokyo"])
        #expect(try session.screen(Cities.self)?.selected == [.moscow])
    }

    @Test("selecting a city sets it and removes the cities screen (G3)", arguments: CitiesVariant.allCases)
    func city(look: CitiesVariant) throws {
        let session = try TestSession.profile(look)
        try session.report(UserEdit.selectCity)
        #expect(session.screen(Cities.self)?.variant == look.rawValue)
        try session.report(Cities.citySelected, "Tokyo")
        #expect(session.description == "[userEdit] \(Self.root)")
        #expect(try session.screen(UserEdit.self)?.user.city == .tokyo)
    }

    @Test("going back keeps the user's city (G5)")
    func back() throws {
        let session = try TestSession.profile()
        try session.report(UserEdit.selectCity)
        try session.back()
        #expect(session.description == "[userEdit] \(Self.root)")
        #expect(try session.screen(UserEdit.self)?.user.city == .moscow)
    }

    @Test("an unknown city is rejected and changes nothing (G14)")
    func rejections() throws {
        let session = try TestSession.profile()
        let userEdit = try session.key(of: "userEdit")
        try session.report(UserEdit.selectCity)
        #expect(
            throws: NavigationError.rejected(Rejection("city.unknown", "There is no city '\("Kazan")' on the list."))
        ) {
            try session.report(Cities.citySelected, "Kazan")
        }
        #expect(throws: NavigationError.outputUnavailable("done", screen: "cities")) {
            try session.report(Cities.done)
        }
        #expect(throws: NavigationError.staleScreen(userEdit)) { try session.report("selectCity", from: userEdit) }
        #expect(session.description == "[userEdit, cities] \(Self.root)")
    }

    @Test("a link shows the user with the earlier changes")
    func link() throws {
        let session = try TestSession.profile()
        try session.report(UserEdit.selectCity)
        try session.report(Cities.citySelected, "Tokyo")
        try session.open("usher://profile/services")
        #expect(session.description == "[profileEdit] ProfileCoordinator(ProfileEditCoordinator)")
        try session.open("usher://profile")
        #expect(session.description == "[userEdit] \(Self.root)")
        #expect(try session.screen(UserEdit.self)?.user.city == .tokyo)
        #expect(throws: NavigationError.unknownLink("usher://profile/services/all")) {
            try session.open("usher://profile/services/all")
        }
    }

    @Test("a session keeps its look although the shares of the experiment change")
    func assignedOnce() throws {
        let before = try TestSession.profile(.map)
        let bytes = try before.application.encode(before.state)
        let application = try ProfileApplication.make(factory: DemoProfileFactory(citiesLooks: .always(.list)))
        let session = try TestSession(application, restoring: bytes)
        try session.report(UserEdit.selectCity)
        #expect(session.screen(Cities.self)?.variant == "map")
    }
}
