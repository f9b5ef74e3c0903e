/// A query that each connection prepares once, before its first use.
package struct PreparedQuery: Sendable, Equatable {
    /// The name of the prepared statement, which is unique in the program.
    package let name: String
    /// The text, with the parameters `$1`, `$2`, … and their types.
    package let text: String

    /// Describes a query.
    package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}

/// Queries that succeed or fail together.
///
/// They are sent at once, without waiting for the results of the first, and PostgreSQL runs them in one implicit transaction
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html). None can use a result of another.
package struct Transaction: Sendable, Equatable {
    /// A query with its parameters.
    struct Step: Sendable, Equatable {
        let query: PreparedQuery
        let parameters: Parameters
    }

    /// Whether a transaction changes the database.
    package enum Kind: Sendable, Equatable {
        /// It only reads. If its result is lost, nothing has happened.
        case reads
        /// It may change something. If its result is lost, its outcome is unknown.
        case writes
    }

    let kind: Kind
    /// Whether the connection checks that it still has its own process of the server.
    package var checksBackend = false
    private(set) var steps: [Step] = []

    /// Makes a transaction without queries.
    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// Makes a transaction of one query.
    package init(_ kind: Kind, _ query: PreparedQuery, _ parameters: Parameters = Parameters()) {
        self.kind = kind
        add(query, parameters)
    }

    /// Adds a query.
    package mutating func add(_ query: PreparedQuery, _ parameters: Parameters = Parameters()) {
        steps.append(Step(query: query, parameters: parameters))
    }
}
