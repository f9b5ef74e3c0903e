import Applications
import JSON

@testable import Coordination

/// The bundled applications, whose snapshots, changes and links are fuzzed.
struct FuzzedApplications: Sendable {
    static let shared = FuzzedApplications()

    private let all: [Application]
    private let items: Application
    /// The state of encodings whose bytes alone matter.
    private let state: NavigationState
    private let context = StepContext(now: Timestamp(milliseconds: 1_795_253_460_000), session: "fuzz")

    private init() {
        do {
            items = try ItemsApplication.make()
            all = [
                try MarketApplication.make(), items, try KanjiApplication.make(), try ProfileApplication.make(),
                try ShopApplication.make(),
            ]
            state = try items.start(at: context).state
        } catch {
            preconditionFailure("The bundled applications are wired correctly: \(error)")
        }
    }

    /// Decodes a snapshot of the application that it names; what it accepts must encode again.
    func restore(_ input: [UInt8]) {
        // The name is at the beginning of a snapshot.
        let beginning = input.prefix(64)
        let named = all.first { beginning.firstRange(of: Array("\"application\":\"\($0.name)\"".utf8)) != nil }
        let application = named ?? all[0]
        guard let restored = try? application.decode(input, at: context) else { return }
        do {
            _ = try application.encode(restored.state)
        } catch {
            preconditionFailure("A restored state can't be encoded: \(error)")
        }
    }

    /// Applies a stored change to an encoding, and finds the change between the two halves of the input.
    ///
    /// The input is the change and the encoding. A change begins with the length of the encoding, which has one byte here.
    func change(_ input: [UInt8]) {
        let later = Array(input.suffix(Int(input.first ?? 0)))
        let change = EncodedChange(bytes: Array(input.dropLast(later.count)))
        if let earlier = change.applied(to: later) {
            precondition(earlier.count <= Snapshot.limits.bytes, "A change gives a state that is too large.")
        }
        let half = input.count / 2
        let (first, second) = (Array(input[..<half]), Array(input[half...]))
        let found = EncodedChange(from: encoded(first), to: encoded(second), changes: nil)
        precondition(found.applied(to: first) == second, "A change does not give the encoding that it was found from.")
    }

    private func encoded(_ bytes: [UInt8]) -> EncodedState {
        EncodedState(bytes: bytes, state: state, segments: [], flows: 0..<0)
    }

    func open(_ input: [UInt8]) {
        let link = String(decoding: input, as: UTF8.self)
        _ = items.owns(link)
        _ = try? items.start(link: link, at: context)
    }

    /// A snapshot of each application to begin with.
    var snapshots: [[UInt8]] {
        all.compactMap { application in
            (try? application.start(at: context)).flatMap { try? application.encode($0.state) }
        }
    }
}
