import Applications
import JSON

@testable import Coordination

/// The bundled applications.
///
/// Their snapshots, changes and links are fuzzed.
struct FuzzedApplications: Sendable {
    static let shared = FuzzedApplications()

    private let all: [Application]
    private let items: Application
    private let context = StepContext(now: Timestamp(milliseconds: 1_795_253_460_000), session: "fuzz")

    private init() {
        do {
            items = try ItemsApplication.make()
            all = [
                try MarketApplication.make(), items, try KanjiApplication.make(), try ProfileApplication.make(),
                try ShopApplication.make(),
            ]
        } catch {
            preconditionFailure("The bundled applications are wired correctly: \(error)")
        }
    }

    /// Decodes a snapshot of the application that it names.
    ///
    /// An accepted snapshot must encode again.
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

    /// Restores a state from a whole one and a change, which are the two lines of the input.
    func change(_ input: [UInt8]) {
        let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
        let log = StateLog(whole: Array(input[..<end]), changes: [Array(input[end...].dropFirst())])
        guard let restored = try? items.decode(log, at: context) else { return }
        do {
            _ = try items.encode(restored.state)
        } catch {
            preconditionFailure("A restored state can't be encoded: \(error)")
        }
    }

    func open(_ input: [UInt8]) {
        let link = String(decoding: input, as: UTF8.self)
        _ = items.owns(link)
        _ = try? items.start(SessionLaunch(link: link), at: context)
    }

    /// A snapshot of each application to begin with.
    var snapshots: [[UInt8]] {
        all.compactMap { application in
            (try? application.start(at: context)).flatMap { try? application.encode($0.state) }
        }
    }

    /// A state with the change of a step, in two lines.
    var changes: [[UInt8]] {
        guard let start = try? items.start(at: context), let whole = try? items.encode(start.state),
            let focus = start.state.focus
        else { return [] }
        return ["settings", "search", "itemSelected"].compactMap { output in
            let payload: JSONValue? = output == "itemSelected" ? 3 : nil
            guard
                let step = try? items.apply(
                    .output(output, screen: focus.key, payload: payload),
                    to: start.state,
                    at: context
                ),
                let change = try? items.encode(step.state, changes: step.changes)
            else { return nil }
            return whole + [UInt8(ascii: "\n")] + change.bytes
        }
    }
}
