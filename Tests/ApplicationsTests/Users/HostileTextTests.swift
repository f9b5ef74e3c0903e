import Coordination
import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("Hostile texts")
struct HostileTextTests {
    private static let applications = ["items", "kanji", "market", "profile", "shop"]

    private func application(_ name: String) throws -> Application {
        switch name {
        case "items": try ItemsApplication.make()
        case "kanji": try KanjiApplication.make()
        case "market": try MarketApplication.make()
        case "profile": try ProfileApplication.make()
        default: try ShopApplication.make()
        }
    }

    @Test(
        "every payload has one canonical form, which is accepted or violates its schema as it stands",
        arguments: applications
    )
    func payloads(name: String) throws {
        let application = try application(name)
        var texts = HostileTexts(generator: SeededGenerator(seed: 3))
        var accepted = 0
        for output in application.screens.flatMap({ application.outputs(of: $0) }) {
            guard let schema = output.schema else { continue }
            for _ in 0..<40 {
                let payload = texts.payload(for: schema)
                let canonical = schema.canonical(payload)
                #expect(schema.canonical(canonical) == canonical)
                let isAccepted = (try? output.payload(from: payload)) != nil
                #expect(isAccepted == ((try? output.payload(from: canonical)) != nil))
                if isAccepted { accepted += 1 }
            }
        }
        #expect(accepted > 0)
    }

    @Test(
        "users who enter hostile texts everywhere break no invariant",
        .timeLimit(.minutes(20)),
        arguments: applications
    )
    func walk(name: String) throws {
        let application = try application(name)
        var texts = HostileTexts(generator: SeededGenerator(seed: 5))
        var samples = application.samples
        for screen in application.screens {
            for output in application.outputs(of: screen) {
                guard let schema = output.schema else { continue }
                samples.payloads["\(screen.name).\(output.name)", default: []] += (0..<12).map { _ in
                    texts.payload(for: schema)
                }
            }
        }
        let statistics = try RandomWalker(application, seed: 9, samples: samples).walk(steps: 3_000)
        #expect(statistics.changes > 100)
    }
}
