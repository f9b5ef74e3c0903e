import Concurrency
package import Coordination
import Logging

/// A session outside of a server, whose states can be described like those of a session in one.
package final class ReplayedSession: Sendable {
    /// The time of a replay, which stands still.
    private struct StoppedClock: WallClock {
        let now = Timestamp(milliseconds: 0)

        func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
            ScheduledAction {}
        }
    }

    private let registry: SessionRegistry
    private let id: SessionID
    private let client: ClientInfo

    /// The application of the session.
    package let application: Application

    /// Makes a session of an application with the id and the client of a recorded one.
    ///
    /// - Throws: `ThreadError` if the system provides no threads.
    package init(_ application: Application, id: SessionID, client: ClientInfo) throws {
        self.application = application
        self.id = id
        self.client = client
        registry = try SessionRegistry(
            applications: HostedApplications([application]),
            store: MemoryStore(),
            effects: EffectHandlers(),
            clock: StoppedClock(),
            log: Logger(label: "replay") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    deinit { registry.close() }

    /// Returns the context of a step at a time.
    package func context(at now: Timestamp) -> StepContext {
        StepContext(now: now, session: id.description, client: client)
    }

    /// Returns the session with a state at a revision.
    package func view(of state: NavigationState, revision: UInt64) -> SessionView {
        let record = LiveRecord(
            id: id,
            application: application.name,
            revision: revision,
            credential: .random(),
            client: client,
            createdAt: Timestamp(milliseconds: 0),
            expiresAt: Timestamp(milliseconds: 0),
            creation: nil,
            due: nil,
            content: state
        )
        let session = Session(record, application, registry.dependencies)
        return SessionView(session: session, record: record, encoded: nil)
    }
}
