import CoordinationTesting
import Testing

@testable import Applications

@Suite("The exploration of the applications")
struct ExplorationTests {
    @Test(
        "an application has no mistakes in the states that are nearest to its start",
        arguments: ["items", "kanji", "market", "profile", "shop"]
    )
    func clean(name: String) throws {
        var limits = ExplorationLimits()
        limits.steps = 3_000
        let report = Explorer(try application(name), limits: limits).explore()
        // Mistakes that need the whole exploration are looked for by `usher check`.
        let whole: Set<Finding.Kind> = [.unreachedScreen, .deadEnd, .outputWithoutEffect, .deadLink]
        #expect(report.findings.filter { !whole.contains($0.kind) } == [], "\(report)")
    }

    private func application(_ name: String) throws -> Application {
        switch name {
        case "items": try ItemsApplication.make()
        case "kanji": try KanjiApplication.make()
        case "market": try MarketApplication.make()
        case "profile": try ProfileApplication.make()
        default: try ShopApplication.make()
        }
    }
}
