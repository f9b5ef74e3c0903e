import Applications
import Coordination

/// The applications that come with the program, the default one first.
enum ShippedApplications {
    /// Makes the applications with these names.
    ///
    /// - Throws: ``StartError`` with every error in their wiring, or for a name that no application has.
    static func named(_ names: [String]) throws(StartError) -> [Application] {
        let known = try make()
        var found: [Application] = []
        for name in names {
            guard let application = known.first(where: { $0.name == name }) else {
                let names = known.map(\.name).joined(separator: ", ")
                throw StartError(description: "There is no application '\(name)'; there are \(names).")
            }
            found.append(application)
        }
        return found
    }

    /// Makes the applications.
    ///
    /// - Throws: ``StartError`` with every error in their wiring.
    static func make() throws(StartError) -> [Application] {
        do throws(ApplicationError) {
            return [
                try MarketApplication.make(), try ItemsApplication.make(), try ProfileApplication.make(),
                try ShopApplication.make(),
                try KanjiApplication.make(),
            ]
        } catch {
            throw StartError(description: error.description)
        }
    }
}
