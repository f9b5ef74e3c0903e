import Coordination

/// Edits a profile over three screens; knows nothing of who wants it edited, and can be run anywhere.
///
/// What is chosen on a later screen is shown on every earlier one at once, and none of them knows of another. The flow
/// finishes with the profile when it is saved; left without that, nothing was changed.
final class ProfileEditCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The profile as it is so far.
        var profile: Profile
        /// In how many cities somebody may work.
        var selection = Selection.one
        /// The region whose cities were shown last.
        var region: Region.ID?
    }
    typealias Finish = Profile
    typealias Factory = any ProfileFactory

    /// What was changed so far is kept.
    static let anchor: Anchor<State>? = .restart { storage in
        storage["profile"].map { State(profile: $0, selection: storage["selection"] ?? .one) }
    }

    func start() { push(ProfileEdit(profile: state.profile, selection: state.selection)) }

    static let wiring: Wiring<ProfileEditCoordinator> = [
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
                look: shared(CitiesLook.self) ?? factory.citiesLooks.variant(for: session)
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

    /// Changes the profile, and shows it wherever it is shown.
    private func change(_ change: (inout Profile) -> Void) {
        change(&state.profile)
        let profile = state.profile
        update { (screen: inout any UpdateableWithProfile) in screen.show(profile) }
    }

    private func save(_ entry: ProfileEntry) {
        let name = entry.trimmedName
        guard !name.isEmpty else { return show(.noName, on: ProfileEdit.self) }
        change { $0.name = name }
        finish(state.profile)
    }
}

extension Message {
    fileprivate static let noName = Message(
        "profile.noName",
        "Enter a name that clients can call you by.",
        pointer: "/name"
    )
}
