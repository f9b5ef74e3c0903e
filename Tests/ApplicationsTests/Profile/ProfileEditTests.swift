import CoordinationTesting
import Testing

@testable import Applications

@Suite("The services profile")
struct ProfileEditTests {
    private static let alone = "ProfileCoordinator(ProfileEditCoordinator)"

    @Test("selecting a federal city returns to the first screen (G8)")
    func federal() throws {
        let session = try TestSession.profile(link: "usher://profile/services")
        try session.report(ProfileEdit.selectCity)
        #expect(session.description == "[profileEdit, regions] \(Self.alone)")
        try session.report(Regions.citySelected, "St Petersburg")
        #expect(session.description == "[profileEdit] \(Self.alone)")
        #expect(session.screen(ProfileEdit.self)?.profile.cities.map(\.name) == ["St Petersburg"])
    }

    @Test(
        "selecting a region's city goes back two screens (G9), in either look (G11)",
        arguments: CitiesVariant.allCases
    )
    func region(look: CitiesVariant) throws {
        let session = try TestSession.profile(link: "usher://profile/services", look)
        try session.report(ProfileEdit.selectCity)
        try session.report(Regions.regionSelected, "Tatarstan")
        #expect(session.description == "[profileEdit, regions, cities] \(Self.alone)")
        #expect(session.screen(Cities.self)?.title == "Tatarstan")
        #expect(session.screen(Cities.self)?.variant == look.rawValue)
        try session.report(Cities.citySelected, "Kazan")
        #expect(session.description == "[profileEdit] \(Self.alone)")
        #expect(try session.screen(ProfileEdit.self)?.profile.cities == [.kazan])
    }

    @Test("several cities are counted by region on every screen at once, and can be deselected (G10)")
    func several() throws {
        let session = try TestSession.profile(link: "usher://profile/services/several")
        try session.report(ProfileEdit.selectCity)
        try session.report(Regions.citySelected, "Moscow")
        #expect(session.stack == ["profileEdit", "regions"])
        try session.report(Regions.regionSelected, "Tatarstan")
        try session.report(Cities.citySelected, "Kazan")
        try session.report(Cities.citySelected, "Almetyevsk")
        #expect(session.description == "[profileEdit, regions, cities] \(Self.alone)")
        #expect(try session.screen(ProfileEdit.self)?.profile.cities == [.kazan, .almetyevsk])
        #expect(session.screen(Regions.self)?.counts == ["Tatarstan": 2])
        #expect(try session.screen(Cities.self)?.selected == [.kazan, .almetyevsk])
        try session.report(Cities.citySelected, "Kazan")
        #expect(session.screen(Regions.self)?.counts == ["Tatarstan": 1])
        #expect(try session.screen(ProfileEdit.self)?.profile.cities == [.almetyevsk])
        try session.report(Cities.done)
        #expect(session.description == "[profileEdit] \(Self.alone)")
        try session.report(ProfileEdit.selectCity)
        #expect(session.screen(Regions.self)?.counts == ["Tatarstan": 1])
        try session.report(Regions.done)
        #expect(session.description == "[profileEdit] \(Self.alone)")
    }

    @Test("the profile opens over the user, who gets the saved name")
    func saved() throws {
        let session = try TestSession.profile()
        try session.report(UserEdit.editAreas)
        #expect(
            session.description
                == "[userEdit, profileEdit] ProfileCoordinator(UserEditCoordinator, ProfileEditCoordinator)"
        )
        try session.report(ProfileEdit.save, ProfileEntry(name: "Pasha"))
        #expect(session.description == "[userEdit] \(UserEditTests.root)")
        #expect(session.screen(UserEdit.self)?.user.name == "Pasha")
        #expect(session.messages == ["profile.saved"])
        try session.report(UserEdit.editProfile)
        #expect(try session.screen(ProfileEdit.self)?.profile == Profile(name: "Pasha", cities: [.moscow]))
    }

    @Test("the form for one city leaves the other cities of the profile as they are")
    func othersStay() throws {
        let session = try TestSession.profile()
        try session.report(UserEdit.editAreas)
        try session.report(ProfileEdit.selectCity)
        let federal = try #require(session.screen(Regions.self)?.federal)
        let moscow = try City.moscow
        let others = federal.filter { $0 != moscow }.prefix(2)
        for city in others { try session.report(Regions.citySelected, city.name) }
        try session.report(Regions.done)
        try session.report(ProfileEdit.save, ProfileEntry(name: "Pasha"))
        try session.report(UserEdit.editProfile)
        #expect(session.screen(ProfileEdit.self)?.profile.cities == [moscow])
        try session.report(ProfileEdit.save, ProfileEntry(name: "Pasha"))
        try session.report(UserEdit.editAreas)
        #expect(session.screen(ProfileEdit.self)?.profile.cities == [moscow] + others)
    }

    @Test("saving a profile that was opened by a link shows the user")
    func savedAlone() throws {
        let session = try TestSession.profile(link: "usher://profile/services")
        try session.report(ProfileEdit.save, ProfileEntry(name: "Pasha"))
        #expect(session.description == "[userEdit] \(UserEditTests.root)")
        #expect(session.screen(UserEdit.self)?.user.name == "Pasha")
    }

    @Test("a profile needs a name that is not blank")
    func noName() throws {
        let session = try TestSession.profile(link: "usher://profile/services")
        for name in ["   ", "\t", "\u{2003}"] {
            try session.report(ProfileEdit.save, ProfileEntry(name: name))
            #expect(session.stack == ["profileEdit"])
            #expect(session.messages == ["profile.noName"])
        }
        try session.report(ProfileEdit.save, ProfileEntry(name: "  Pasha G. "))
        #expect(session.screen(UserEdit.self)?.user.name == "Pasha G.")
    }

    @Test("regions and cities that are not on the list are rejected")
    func rejections() throws {
        let session = try TestSession.profile(link: "usher://profile/services")
        try session.report(ProfileEdit.selectCity)
        #expect(
            throws: NavigationError.rejected(
                Rejection("region.unknown", "There is no region '\("Atlantis")' on the list.")
            )
        ) { try session.report(Regions.regionSelected, "Atlantis") }
        #expect(
            throws: NavigationError.rejected(Rejection("city.unknown", "There is no city '\("Atlantis")' on the list."))
        ) {
            try session.report(Regions.citySelected, "Atlantis")
        }
        #expect(session.stack == ["profileEdit", "regions"])
        #expect(
            throws: NavigationError.rejected(Rejection("city.unknown", "There is no city '\("Kazan")' on the list."))
        ) {
            try session.report(Regions.citySelected, "Kazan")
        }
        try session.report(Regions.regionSelected, "Perm Krai")
        #expect(
            throws: NavigationError.rejected(Rejection("city.unknown", "There is no city '\("Kazan")' on the list."))
        ) {
            try session.report(Cities.citySelected, "Kazan")
        }
    }

    @Test(
        "leaving without saving changes nothing",
        arguments: [
            { try $0.back(to: UserEdit.self) }, { try $0.open("usher://profile/user") },
            {
                for _ in 0..<3 { try $0.back() }
                return true
            },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func left(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.profile()
        try session.report(UserEdit.editProfile)
        try session.report(ProfileEdit.selectCity)
        try session.report(Regions.regionSelected, "Tatarstan")
        #expect(try leave(session))
        #expect(session.description == "[userEdit] \(UserEditTests.root)")
        #expect(session.flowState(ProfileCoordinator.self)?.profile == nil)
    }

    @Test("the shipped geography has plausible regions, cities and coordinates", .tags(.data))
    func geography() throws {
        let geography = Geography.shipped
        #expect(geography.regions.count >= 12)
        #expect(geography.regions.map(\.name) == geography.regions.map(\.name).sorted())
        for region in geography.regions { #expect((3...8).contains(region.cities.count), "\(region.name)") }
        let cities = geography.federal + geography.regions.flatMap(\.cities)
        #expect(Set(cities.map(\.name)).count == cities.count)
        #expect(cities.allSatisfy { (41...70).contains($0.latitude) && (19...180).contains($0.longitude) })
    }
}

extension Tag {
    /// Tests of the data that ships with the package.
    @Tag static var data: Self
}
