import Coordination

/// The flow that edits a profile over three screens: profile, regions, and the cities of a region.
///
/// A choice on a later screen updates every earlier one at once, covered ones too, and no screen refers to another. With
/// ``Selection/one``, choosing a city returns to the profile. With ``Selection/several``, it adds or removes the city, and
/// `done` returns. The flow finishes with the profile when it is saved. Leaving it without saving changes nothing.
///
/// It is independent of its parent and can be run from anywhere.
final class ProfileEditCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The profile with the changes so far.
        var profile: Profile
        /// The profile without the changes, or `nil` if the parent doesn't need it.
        var original: Profile?
        /// The cities of the profile after the first one, which alone is edited, or `nil` for none.
        var others: [City]?
        /// The number of cities that can be selected.
        var selection = Selection.one
        /// The region with the cities that were shown last.
        var region: Region.ID?
    }
    typealias Finish = EditedProfile

    /// A profile that the user has saved.
    struct EditedProfile: Sendable {
        var profile: Profile
        /// The profile before the changes, or `nil` if the parent doesn't need it.
        var original: Profile?
    }
    typealias Factory = any ProfileFactory

    func start() {
        push(ProfileEdit(profile: state.profile, selection: state.selection), back: .discard(.profile))
    }

    static let wiring: Wiring<ProfileEditCoordinator> = [
        // A restart at this anchor keeps the changes so far.
        .anchor(
            .restart { storage in
                storage["profile"].map {
                    State(
                        profile: $0,
                        original: storage["original"],
                        others: storage["others"],
                        selection: storage["selection"] ?? .one
                    )
                }
            }
        ),
        .on(ProfileEdit.selectCity) { $0.showRegions() },
        .on(Regions.citySelected) { try $0.select($1, of: $0.factory.geography.federal) },
        .on(Regions.regionSelected) { try $0.showCities(of: $1) },
        .on(Regions.done) { $0.pop(to: ProfileEdit.self) },
        .on(Cities.citySelected) { try $0.select($1, of: $0.citiesOfRegion) },
        .on(Cities.done) { $0.pop(to: ProfileEdit.self) },
        .on(ProfileEdit.save) { $0.save($1) },
    ]

    private func showRegions() {
        let geography = factory.geography
        var regions = Regions(federal: geography.federal, regions: geography.regions, selection: state.selection)
        regions.show(state.profile)
        push(regions)
    }

    private func showCities(of id: Region.ID) throws {
        let region = try factory.geography.region(id)
        state.region = id
        push(
            factory.makeCities(
                region.name,
                region.cities,
                selected: state.profile.cities,
                selection: state.selection,
                look: shared(CitiesVariant.self) ?? factory.citiesLooks.variant(for: session)
            )
        )
    }

    private var citiesOfRegion: [City] {
        state.region.flatMap { try? factory.geography.region($0) }?.cities ?? []
    }

    private func select(_ id: City.ID, of offered: [City]) throws {
        let city = try offered.city(id)
        switch state.selection {
        case .one:
            change { $0.cities = [city] }
            pop(to: ProfileEdit.self)
        case .several:
            change { profile in
                if profile.cities.contains(city) {
                    profile.cities.removeAll { $0 == city }
                } else {
                    profile.cities.append(city)
                }
            }
        }
    }

    /// Changes the profile and updates every screen that shows it.
    private func change(_ change: (inout Profile) -> Void) {
        change(&state.profile)
        let profile = state.profile
        update { (screen: inout any UpdateableWithProfile) in screen.show(profile) }
    }

    private func save(_ entry: ProfileEntry) {
        let name = entry.name
        guard name.hasVisibleText else { return show(.noName, on: ProfileEdit.self) }
        change { $0.name = name }
        var saved = state.profile
        saved.cities += (state.others ?? []).filter { !saved.cities.contains($0) }
        finish(EditedProfile(profile: saved, original: state.original))
    }
}

extension DiscardQuestion {
    fileprivate static let profile = DiscardQuestion("Discard your changes?", text: "The profile isn't saved yet.")
}

extension Message {
    fileprivate static let noName = Message(
        "profile.noName",
        "Enter the name that clients will see.",
        pointer: "/name"
    )
}
