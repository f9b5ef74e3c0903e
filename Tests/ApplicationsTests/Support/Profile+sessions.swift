import CoordinationTesting

@testable import Applications

extension City {
    static var moscow: City { get throws { try Geography.shipped.federal.city("Moscow") } }
    static var kazan: City { get throws { try Geography.shipped.region("Tatarstan").cities.city("Kazan") } }
    static var almetyevsk: City { get throws { try Geography.shipped.region("Tatarstan").cities.city("Almetyevsk") } }
    static var tokyo: City { get throws { try Geography.shipped.demo.city("Tokyo") } }
}

extension Experiment<CitiesVariant> {
    /// Returns an experiment that gives every session this look.
    static func always(_ look: CitiesVariant) -> Self { Self("citiesLook", weights: [look: 1]) }
}

extension TestSession {
    /// Returns a session of `profile` in one of the two looks.
    static func profile(link: String? = nil, _ look: CitiesVariant = .list) throws -> TestSession {
        try TestSession(ProfileApplication.make(factory: DemoProfileFactory(citiesLooks: .always(look))), link: link)
    }
}
