import APITesting
import Coordination
import CoordinationTesting
import JSON
import Sessions
import SessionsTesting
import Testing

@testable import Documents
@testable import StateAPI

@Suite("The patch between two states")
struct StatePatchTests {
    /// A session that writes its state after each step, as for a client that asks for patches.
    private final class Reader {
        let session: Session
        let registry: SessionRegistry
        private let renderer: StateRenderer
        private(set) var state: JSONValue

        init() async throws {
            registry = try TestAPI(applications: [PantryApplication.make()]).registry
            renderer = StateRenderer(of: registry.applications.all, localizedBy: { $0.plainLocalization(for: $1) })
            session = try await registry.start("pantry", link: nil, client: ClientInfo(), idempotency: nil)
                .result.view.session
            state = try JSONValue(parsing: renderer.drawn(session.view).json)
        }

        deinit { registry.close() }

        /// Performs a step, and returns the operations of its patch, which was applied and compared with the next
        /// state.
        func patch(after event: Event) async throws -> [JSONValue] {
            let base = session.view.record.revision
            renderer.drawn(session.view).recordPatchRequest()
            _ = try await session.submit(Submission(event, wait: .zero))
            let document = renderer.drawn(session.view)
            let next = try JSONValue(parsing: document.json)
            let bytes = try #require(document.patch(from: base, to: document.revision))
            let operations = try #require(try JSONValue(parsing: bytes).arrayValue)
            #expect(try JSONPatch(operations).applied(to: state) == next)
            state = next
            return operations
        }

        func report<Payload>(_ output: Output<Pantry, Payload>) async throws -> [JSONValue] {
            try await patch(after: .output(output.name, screen: focus, payload: nil))
        }

        var focus: Key {
            get throws { try #require(session.view.record.state.focus?.key) }
        }
    }

    /// Returns the operations on screens, in the form `replace /screens/k2/title`.
    private func screenOperations(_ operations: [JSONValue]) -> [String] {
        operations.compactMap { operation in
            guard let name = operation["op"]?.stringValue, let path = operation["path"]?.stringValue else { return nil }
            return path.hasPrefix("/screens/") ? "\(name) \(path)" : nil
        }
    }

    @Test("has of a view the element that has changed, and not the others")
    func element() async throws {
        let reader = try await Reader()
        let screen = "/screens/\(try reader.focus)"
        let operations = try await reader.report(Pantry.fill)
        #expect(screenOperations(operations) == ["replace \(screen)/props", "replace \(screen)/view/1"])
        let list = try #require(operations.first { $0["path"] == .string("\(screen)/view/1") }?["value"])
        #expect(list["kind"] == "list")
        // One longer and one shorter by an element in the middle.
        let longer = try await reader.report(Pantry.recommend)
        #expect(screenOperations(longer) == ["replace \(screen)/props", "add \(screen)/view/2"])
        let shorter = try await reader.report(Pantry.recommend)
        #expect(screenOperations(shorter) == ["replace \(screen)/props", "remove \(screen)/view/2"])
    }

    @Test("has props and messages as a whole, if they have changed")
    func members() async throws {
        let reader = try await Reader()
        let screen = "/screens/\(try reader.focus)"
        let noted = try await reader.report(Pantry.note)
        #expect(screenOperations(noted) == ["replace \(screen)/props"])
        let warned = try await reader.report(Pantry.warn)
        #expect(screenOperations(warned) == ["replace \(screen)/messages"])
        #expect(reader.state["screens"]?["\(try reader.focus)"]?["messages"]?[0]?["code"] == "full")
        // The next report removes the message.
        let again = try await reader.report(Pantry.note)
        #expect(screenOperations(again) == ["replace \(screen)/props", "replace \(screen)/messages"])
    }

    @Test("has a variant that comes and goes as a member that is added and removed")
    func optionalMember() async throws {
        let reader = try await Reader()
        let screen = "/screens/\(try reader.focus)"
        #expect(screenOperations(try await reader.report(Pantry.turn)).contains("add \(screen)/variant"))
        #expect(screenOperations(try await reader.report(Pantry.turn)).contains("remove \(screen)/variant"))
    }

    @Test("adds and removes whole screens, and moves the outputs to the screen in front")
    func screens() async throws {
        let reader = try await Reader()
        let below = try reader.focus
        let opened = try await reader.report(Pantry.open)
        let above = try reader.focus
        #expect(above != below)
        #expect(screenOperations(opened) == ["replace /screens/\(below)/outputs", "add /screens/\(above)"])
        let paths = Set(opened.compactMap { $0["path"]?.stringValue })
        #expect(paths.isSuperset(of: ["/revision", "/stack", "/focus", "/navigation", "/gestures"]))
        #expect(paths.isDisjoint(with: ["/modals", "/status"]))
        let closed = try await reader.patch(after: .back(to: nil))
        #expect(screenOperations(closed) == ["replace /screens/\(below)/outputs", "remove /screens/\(above)"])
    }

    @Test("turns one state into the next over any steps")
    func law() async throws {
        let reader = try await Reader()
        let steps = [Pantry.fill, Pantry.recommend, Pantry.note, Pantry.warn, Pantry.turn, Pantry.open]
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let isBack = reader.session.view.record.state.canGoBack && Bool.random(using: &generator)
            // The patch is applied and compared there.
            _ =
                if isBack {
                    try await reader.patch(after: .back(to: nil))
                } else {
                    try await reader.report(try #require(steps.randomElement(using: &generator)))
                }
        }
    }
}
