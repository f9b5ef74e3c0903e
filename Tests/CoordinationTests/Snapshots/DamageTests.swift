import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("Damaged snapshots of flows with anchors")
struct DamageTests {
    private enum Anchored: Plan {
        static let shop = FlowPlan<ShopOne.State>(anchor: .restart { .init(user: $0["user"] ?? "") })
        static let browse = FlowPlan<BrowseTwoState>(
            version: 2,
            anchor: .restart { .init(basket: $0["basket"] ?? [], currency: "EUR") }
        )
        static let checkout = FlowPlan<CheckoutTwoState>(version: 2, migrations: Migration.total, anchor: .restart)
    }

    private static func document() throws -> JSONValue { try JSONValue(parsing: TestSession.releaseOne().bytes) }

    @Test("a damaged snapshot is rejected, without a restart at an anchor", arguments: try damages())
    func neverRescued(path: [String], value: JSONValue?, reason: SnapshotError.Reason) throws {
        let damaged = try Self.document().replacing(path[...], by: value)
        let error = #expect(throws: SnapshotError.self) {
            try Application.releaseTwo(Anchored.self).decode(damaged.json, at: .test)
        }
        #expect(error?.reason == reason)
    }

    private static func damages() throws -> [([String], JSONValue?, SnapshotError.Reason)] {
        [
            (["format"], 6, .newerFormat), (["application"], "other", .wrongApplication),
            (["flows"], nil, .unreadable), (["flows", "Browse"], nil, .unreadable),
            (["flows", "Browse"], "1", .unreadable), (["navigation"], [:], .unreadable),
            (["nextKey"], 3, .unreadable), (["coordinators", "1", "parent"], "k99", .unreadable),
            (["coordinators", "1", "units"], 7, .unreadable), (["coordinators", "1", "state"], nil, .unreadable),
            (["coordinators", "0", "name"], "Browse", .newerRelease), (["screens", "0"], nil, .unreadable),
            (["screens", "0", "screen"], nil, .unreadable), (["screens", "0", "owner"], "k99", .unreadable),
            (["screens", "1", "key"], "k1", .unreadable), (["pending", "0", "due"], "soon", .unreadable),
            (["pending", "2", "effect"], nil, .unreadable), (["modals", "0", "presenter"], "k99", .unreadable),
        ]
    }

    @Test("a snapshot that was cut off is rejected")
    func notJSON() throws {
        let application = try Application.releaseTwo(Anchored.self)
        let bytes = try TestSession.releaseOne().bytes
        for count in 0..<bytes.count {
            let error = #expect(throws: SnapshotError.self) {
                try application.decode(Array(bytes.prefix(count)), at: .test)
            }
            #expect(error?.reason == .unreadable)
        }
    }

    @Test("random damage gives a valid state or is rejected", arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(seed: UInt64) throws {
        let application = try Application.releaseTwo(Anchored.self)
        let document = try Self.document()
        let bytes = document.json
        var generator = SeededGenerator(seed: seed)
        var (taken, rejected) = (0, 0)
        for _ in 0..<1_500 {
            let mutant =
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: bytes.flipped(using: &generator)
                case 1: bytes.cut(using: &generator)
                default: document.mutated(using: &generator).json
                }
            guard let picked = try? application.decode(mutant, at: .test) else {
                rejected += 1
                continue
            }
            taken += 1
            #expect(throws: Never.self) { try Snapshot.check(picked.state) }
            #expect(picked.state.violations == [], "\(String(decoding: mutant, as: UTF8.self))")
            #expect(picked.state.screens.allSatisfy { !$0.name.isEmpty })
            let copy = try application.decode(application.encode(picked.state), at: .test)
            #expect(copy.state == picked.state)
            #expect(copy.changes == [])
            for event in events(in: picked.state, of: application) {
                guard let step = try? application.apply(event, to: picked.state, at: .test) else { continue }
                #expect(step.state.violations == [])
            }
        }
        #expect(taken > 50)
        #expect(rejected > 50)
    }

    private func events(in state: NavigationState, of application: Application) -> [Event] {
        var events: [Event] = [.back(to: nil), .dismiss(all: true)]
        events += state.pending.map { .timer($0.key) } + state.pending.map { .effect($0.key, .value(3)) }
        events += state.containers.flatMap(\.allTabs).flatMap(\.items).map { .tab($0.key) }
        if let focus = state.focus {
            events += application.outputs(of: type(of: focus.screen)).map {
                .output($0.name, screen: focus.key, payload: nil)
            }
        }
        return events
    }
}

extension [UInt8] {
    fileprivate func flipped(using generator: inout SeededGenerator) -> [UInt8] {
        var copy = self
        let place = Int.random(in: 0..<count, using: &generator)
        copy[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        return copy
    }

    fileprivate func cut(using generator: inout SeededGenerator) -> [UInt8] {
        let places = [Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator)]
            .sorted()
        return Array(self[..<places[0]] + self[places[1]...])
    }
}

extension JSONValue {
    /// Returns the value with one to three parts removed, replaced or swapped.
    fileprivate func mutated(using generator: inout SeededGenerator) -> JSONValue {
        var copy = self
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let paths = copy.paths
            guard let path = paths.randomElement(using: &generator), let other = paths.randomElement(using: &generator)
            else { continue }
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: copy = copy.replacing(path[...], by: nil)
            case 1:
                let values: [JSONValue] = [
                    .null, 0, -1, 1, 2, 4_294_967_295, "k1", "k3", "k4", "Browse", "Gone", "towns", "x", [], [:], true,
                ]
                copy = copy.replacing(path[...], by: values.randomElement(using: &generator) ?? .null)
            default:
                let (first, second) = (copy.part(path[...]), copy.part(other[...]))
                copy = copy.replacing(path[...], by: second).replacing(other[...], by: first)
            }
        }
        return copy
    }

    private func part(_ path: ArraySlice<String>) -> JSONValue? {
        guard let first = path.first else { return self }
        let member = Int(first).flatMap { self[$0] } ?? self[first]
        return member?.part(path.dropFirst())
    }
}
