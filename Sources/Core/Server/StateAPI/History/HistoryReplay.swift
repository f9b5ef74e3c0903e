public import Coordination
import Documents
import JSON

/// A run of a recorded history against the applications of this program.
///
/// It starts the application, or takes the state of a snapshot, applies each recorded event, and compares each state with
/// the recorded one. No effect is performed: their recorded outcomes are applied.
///
/// ```swift
/// let report = try HistoryReplay(history, applications: [shop]).run()
/// for difference in report.differences { print(difference) }
/// ```
public struct HistoryReplay {
    /// The reason why a history can't be replayed, in a sentence.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        /// The reason in a sentence for users.
        public let description: String
    }

    /// A part of a state that differs from the recorded one.
    public struct Difference: Equatable, Sendable {
        /// The revision at which it differs.
        public let revision: UInt64
        /// The place in the state, as a JSON Pointer (RFC 6901).
        public let pointer: String
        /// The recorded value, or `nil` if there is none.
        public let recorded: JSONValue?
        /// The value of this program, or `nil` if there is none.
        public let replayed: JSONValue?
    }

    /// The result of a replay.
    public struct Report: Equatable, Sendable {
        /// The revision with which the replay began.
        public let first: UInt64
        /// The last revision that was compared.
        public let last: UInt64
        /// The differences of the last revision, an empty list if all revisions are the same.
        ///
        /// A replay ends at the first revision that differs, because the recorded events then don't belong to its state.
        public let differences: [Difference]
    }

    /// An entry of the history.
    private struct Entry {
        let revision: UInt64
        let at: Timestamp
        let event: JSONValue
        /// `nil` if the state before it is not known.
        let patch: [JSONValue]?
    }

    private let application: Application
    private let session: String
    private let client: ClientInfo
    private let renderer: StateRenderer
    private let entries: [Entry]
    private let snapshot: JSONValue?

    /// Reads a history.
    ///
    /// - Parameters:
    ///   - history: The response to `GET /v1/sessions/{id}/history`.
    ///   - snapshot: The response to `GET /v1/sessions/{id}/revisions/{n}/snapshot`, with which the replay begins, or `nil` to
    ///     begin with the start of the session.
    ///   - applications: The applications of this program.
    /// - Throws: ``Failure`` if one of them is not such a response, or the application is unknown.
    public init(_ history: [UInt8], snapshot: [UInt8]? = nil, applications: [Application]) throws(Failure) {
        let document = try Self.parse(history, "The history")
        guard let name = document["app"]?.stringValue, let id = document["id"]?.stringValue,
            let list = document["entries"]?.arrayValue
        else {
            throw Failure(
                description: "The history has no 'id', 'app' and 'entries'; it must be a response to GET …/history."
            )
        }
        guard let application = applications.first(where: { $0.name.hasSameBytes(as: name) }) else {
            throw Failure(description: "This program has no application '\(name)'.")
        }
        var entries: [Entry] = []
        for (index, entry) in list.enumerated() {
            guard let revision = entry["revision"]?.integerValue.flatMap({ UInt64(exactly: $0) }),
                let at = entry["at"]?.stringValue.flatMap({ Timestamp($0) }), let event = entry["event"]
            else {
                throw Failure(description: "The entry \(index) of the history has no 'revision', 'at' and 'event'.")
            }
            entries.append(Entry(revision: revision, at: at, event: event, patch: entry["patch"]?.arrayValue))
        }
        self.entries = entries.sorted { $0.revision < $1.revision }
        self.snapshot = try snapshot.map { bytes throws(Failure) in try Self.parse(bytes, "The snapshot") }
        let client = document["client"].flatMap { try? JSONCoding.decode(ClientInfo.self, from: $0) }
        self.application = application
        session = id
        self.client = client ?? ClientInfo()
        // The states are compared in the source language.
        renderer = StateRenderer(of: [application], localizedBy: { _, _ in nil })
    }

    private func context(at now: Timestamp, revision: UInt64 = 1) -> StepContext {
        StepContext(now: now, session: session, client: client, revision: revision)
    }

    private static func parse(_ bytes: [UInt8], _ name: String) throws(Failure) -> JSONValue {
        do {
            return try JSONValue(parsing: bytes, limits: .stored)
        } catch {
            throw Failure(description: "\(name) is not valid JSON: \(error).")
        }
    }

    /// Applies the events and compares the states, up to the first that differs.
    ///
    /// - Throws: ``Failure`` if the history has no beginning, or an event or a state that is not recorded.
    public func run() throws(Failure) -> Report {
        var (revision, state, recorded, rest) = try begin()
        let first = revision
        var found = differences(revision, state, recorded)
        while found.isEmpty, let entry = rest.popFirst() {
            guard entry.revision == revision + 1 else {
                throw Failure(
                    description: "The history has no entry for revision \(revision + 1); get all pages of it."
                )
            }
            guard let patch = entry.patch else {
                throw Failure(
                    description: "The state at revision \(entry.revision) is not recorded; begin with a snapshot of it."
                )
            }
            do {
                recorded = try JSONPatch(patch).applied(to: recorded)
            } catch {
                throw Failure(description: "The entry for revision \(entry.revision) is damaged: \(error)")
            }
            revision = entry.revision
            do {
                let event = try Event.recorded(entry.event, of: application, in: state)
                state = try application.apply(event, to: state, at: context(at: entry.at, revision: revision)).state
            } catch let error as ReplayError {
                throw Failure(description: "The event at revision \(revision) can't be replayed: \(error).")
            } catch {
                // A rejection is a difference: the recorded program accepted the event.
                let rejection: JSONValue = .string("rejected: \(error)")
                let accepted = Difference(revision: revision, pointer: "", recorded: nil, replayed: rejection)
                return Report(first: first, last: revision, differences: [accepted])
            }
            found = differences(revision, state, recorded)
        }
        return Report(first: first, last: revision, differences: found)
    }

    private typealias Beginning = (
        revision: UInt64, state: NavigationState, recorded: JSONValue, rest: ArraySlice<Entry>
    )

    private func begin() throws(Failure) -> Beginning {
        guard let snapshot else { return try start() }
        guard let recorded = snapshot["state"], let stored = snapshot["snapshot"],
            let revision = recorded["revision"]?.integerValue.flatMap({ UInt64(exactly: $0) })
        else {
            throw Failure(
                description:
                    "The snapshot has no 'state' and 'snapshot'; it must be a response to GET …/revisions/{n}/snapshot."
            )
        }
        var writer = JSONWriter()
        writer.value(stored)
        let rest = entries[...].drop { $0.revision <= revision }
        do throws(SnapshotError) {
            let context = context(at: rest.first?.at ?? Timestamp(milliseconds: 0))
            return (revision, try application.decode(writer.finish(), at: context).state, recorded, rest)
        } catch {
            throw Failure(description: "The snapshot can't be restored: \(error)")
        }
    }

    private func start() throws(Failure) -> Beginning {
        guard let entry = entries.first, entry.revision == 1, entry.event["type"] == "start",
            entry.event["withheld"] == nil, let patch = entry.patch
        else {
            let reason = entries.first.map { "begins at revision \($0.revision)" } ?? "is empty"
            throw Failure(
                description:
                    "The history \(reason), and not with the start of the session; pass a snapshot with --snapshot."
            )
        }
        do {
            let step = try application.start(Application.launch(recorded: entry.event), at: context(at: entry.at))
            return (1, step.state, try JSONPatch(patch).applied(to: nil), entries.dropFirst())
        } catch {
            throw Failure(description: "The start of the session can't be replayed: \(error)")
        }
    }

    private func differences(_ revision: UInt64, _ state: NavigationState, _ recorded: JSONValue) -> [Difference] {
        let replayed = renderer.concealed(
            DocumentSource(
                application: application,
                session: session,
                generation: revision,
                revision: revision,
                state: state,
                expiresAt: Timestamp(milliseconds: 0),
                client: client
            )
        ).comparable
        let recorded = recorded.comparable
        return JSONDifference(from: recorded, to: replayed).changes.map { pointer, recorded, replayed in
            Difference(revision: revision, pointer: pointer.description, recorded: recorded, replayed: replayed)
        }
    }

}

extension JSONValue {
    /// The state without the time at which the session expires, which depends on the settings of the server.
    fileprivate var comparable: JSONValue {
        guard case .object(var object) = self else { return self }
        object["expiresAt"] = nil
        return .object(object)
    }
}

extension HistoryReplay.Difference: CustomStringConvertible {
    /// The difference in three lines, for people.
    public var description: String {
        func text(_ value: JSONValue?) -> String {
            guard let value else { return "nothing" }
            var writer = JSONWriter()
            writer.value(value)
            return String(decoding: writer.finish(), as: UTF8.self)
        }
        return """
            Revision \(revision) differs at '\(pointer)':
              recorded  \(text(recorded))
              replayed  \(text(replayed))
            """
    }
}
