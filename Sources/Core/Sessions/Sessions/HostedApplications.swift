public import Coordination
import JSON

/// The applications that a server offers, in the order in which they were given.
public struct HostedApplications: Sendable {
    /// The applications.
    ///
    /// The first one is started when a client names none.
    public let all: [Application]

    /// Makes the list of applications.
    ///
    /// It is a programmer error to pass none, or two with the same name.
    public init(_ applications: [Application]) {
        precondition(!applications.isEmpty, "A server needs at least one application.")
        precondition(
            Set(applications.map(\.name)).count == applications.count,
            "Two applications have the same name."
        )
        all = applications
    }

    /// The application that is started when a client names none.
    public var `default`: Application { all[0] }

    /// The application with a name, or `nil` if there is none.
    public subscript(name: String) -> Application? { all.first { $0.name.hasSameBytes(as: name) } }
}
