import Applications
import Coordination
import CoordinationTesting
import Testing

@Suite("A walk in another process")
struct ProcessWalkTests {
    /// The fingerprints of a walk through each shipped application.
    static func fingerprints() throws -> String {
        let applications = [
            try MarketApplication.make(), try ItemsApplication.make(), try ProfileApplication.make(),
            try ShopApplication.make(), try KanjiApplication.make(),
        ]
        return try text(applications)
    }

    /// The fingerprint of a walk through an application with a step that is no pure function.
    static func impureFingerprint() throws -> String {
        try text([Application("impure", title: "Impure", root: Impure.self, state: .init(), factory: ())])
    }

    private static func text(_ applications: [Application]) throws -> String {
        try applications.map { application in
            let statistics = try RandomWalker(application, seed: 21).walk(steps: 1_500)
            return
                "\(application.name) \(statistics.fingerprint) after \(statistics.rejections.count) kinds of rejections"
        }
        .joined(separator: "\n")
    }

    @Test("has the same states and the same rejections after every event")
    func pure() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            print(try ProcessWalkTests.fingerprints())
        }
        let other = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        let fingerprints = try Self.fingerprints()
        #expect(other.contains(fingerprints), "\(other) and \(fingerprints)")
    }

    @Test("has other states if a step depends on the process")
    func impure() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            print(try ProcessWalkTests.impureFingerprint())
        }
        let other = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(other.contains("impure"))
        #expect(!other.contains(try Self.impureFingerprint()))
    }
}

/// A flow with the hash value of a text in its state, which is another one in each process.
private final class Impure: ApplicationCoordinator {
    struct State: CoordinatorState {
        var number = 0
    }

    func start() { push(Number(number: state.number)) }

    static let wiring: Wiring<Impure> = [
        .on(Number.draw) { flow in
            flow.state.number = "a text".hashValue
            flow.update { (screen: inout Number) in screen.number = flow.state.number }
        }
    ]
}

private struct Number: Screen {
    static let name = "number"
    static let draw = Output<Number, Nothing>("draw")

    var number: Int
}
