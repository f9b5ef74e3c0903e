import Applications
import Coordination

/// The applications that come with the program, the default one first.
enum ShippedApplications {
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
