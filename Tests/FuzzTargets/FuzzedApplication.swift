import Applications
import Coordination

/// The applications whose snapshots and links are fuzzed.
struct FuzzedApplication: Sendable {
    static let shared = FuzzedApplication()

    private let market: Application
    private let items: Application
    private let context = StepContext(now: Timestamp(milliseconds: 1_795_253_460_000), session: "fuzz")

    private init() {
        do {
            market = try MarketApplication.make()
            items = try ItemsApplication.make()
        } catch {
            preconditionFailure("The bundled applications are wired correctly: \(error)")
        }
    }

    /// Decodes a snapshot; what it accepts must encode again.
    func restore(_ input: [UInt8]) {
        guard let restored = try? market.decode(input, at: context) else { return }
        do {
            _ = try market.encode(restored.state)
        } catch {
            preconditionFailure("A restored state can't be encoded: \(error)")
        }
    }

    func open(_ input: [UInt8]) {
        let link = String(decoding: input, as: UTF8.self)
        _ = items.owns(link)
        _ = try? items.start(link: link, at: context)
    }

    /// A snapshot to begin with.
    var snapshot: [UInt8] {
        guard let step = try? market.start(at: context), let bytes = try? market.encode(step.state) else { return [] }
        return bytes
    }
}
