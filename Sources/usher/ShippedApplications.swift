import Applications
import Coordination

/// The applications that come with the program, the default one first.
enum ShippedApplications {
    /// Makes the applications.
    ///
    /// - Throws: ``StartFailure`` with every error in their wiring.
    static func make() throws(StartFailure) -> [Application] {
        do throws(ApplicationError) {
            return [
                try MarketApplication.make(), try ItemsApplication.make(), try ProfileApplication.make(),
                try ShopApplication.make(),
                try KanjiApplication.make(),
            ]
        } catch {
            throw StartFailure(description: error.description)
        }
    }
}
