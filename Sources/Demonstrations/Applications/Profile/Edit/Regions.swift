import Coordination

/// The federal cities and the regions, each region with the number of its selected cities.
struct Regions: Screen, UpdateableWithProfile {
    static let name = "regions"
    static let citySelected = Output<Regions, City.ID>("citySelected")
    static let regionSelected = Output<Regions, Region.ID>("regionSelected")
    static let done = Output<Regions, Nothing>("done")

    var federal: [City]
    var regions: [Region]
    var selection: Selection
    /// The selected cities.
    var selected: [City] = []
    /// The number of selected cities by region, without regions that have none.
    var counts: [Region.ID: Int] = [:]

    init(federal: [City], regions: [Region], selection: Selection) {
        self.federal = federal
        self.regions = regions
        self.selection = selection
    }

    static let title = "Regions"

    var disabledOutputs: [any ScreenOutput] { selection == .one ? [Self.done] : [] }

    mutating func show(_ profile: Profile) {
        selected = profile.cities
        counts = [:]
        for region in regions {
            let count = region.cities.count { selected.contains($0) }
            if count > 0 { counts[region.name] = count }
        }
    }

    var view: ScreenView {
        if selection == .several { Button(String(localized: "Done"), Self.done, role: .primary, placement: .trailing) }
        List(
            sections: [
                Section(
                    String(localized: "Federal cities"),
                    rows: federal.map { city in
                        Row(
                            String(localized: LocalizedText(key: city.name)),
                            accessory: selected.contains(city) ? .checkmark : .none
                        )
                        .reports(Self.citySelected, city.name)
                    }
                ),
                Section(
                    String(localized: "Regions"),
                    rows: regions.map { region in
                        Row(
                            String(localized: LocalizedText(key: region.name)),
                            badge: counts[region.name].map { "\($0)" },
                            accessory: .disclosure
                        )
                        .reports(Self.regionSelected, region.name)
                    }
                ),
            ],
            empty: Empty(String(localized: "No regions"), text: String(localized: "Check back later."), symbol: "map")
        )
    }
}
