public import Coordination

/// The applications that a server offers, in the order in which it was given them.
public struct HostedApplications: Sendable {
    /// All of them; the first is started when a client names none.
    public let all: [Application]

    /// Collects applications.
    ///
    /// It is a programmer error to give none, or two of one name.
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

    /// The application of a name.
    public subscript(name: String) -> Application? { all.first { $0.name == name } }
}
