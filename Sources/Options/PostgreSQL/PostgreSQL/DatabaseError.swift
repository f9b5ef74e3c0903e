/// A failed transaction.
package struct DatabaseError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure, by the caller's choices.
    package enum Kind: Equatable, Sendable {
        /// The server can't be reached, or does not take writes, so nothing was changed.
        case unavailable
        /// The connection was lost after the transaction was sent, so it may have been committed.
        case unknownOutcome
        /// The server has rejected the transaction, and nothing was changed.
        ///
        /// The code is its SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html).
        case rejected(String)
    }

    /// The kind of failure.
    package let kind: Kind
    /// A sentence for the log.
    package let description: String
    /// Whether the server is reached and has no disk space, memory or connections left, or an error of its system.
    package let isExhausted: Bool

    /// A pooler between this program and PostgreSQL spreads the transactions of a connection over several processes.
    static let pooled = DatabaseError(
        .unavailable,
        "A pooler gives the transactions of one connection to different processes of PostgreSQL (transaction mode), which "
            + "loses prepared statements and notifications; connect to PostgreSQL itself, or set the pooler to session mode."
    )

    /// Describes a failure.
    package init(_ kind: Kind, _ description: String, isExhausted: Bool = false) {
        self.kind = kind
        self.description = description
        self.isExhausted = isExhausted
    }

    /// Whether a repetition of the transaction can succeed at once.
    ///
    /// The server has ended it in favor of another transaction then (`serialization_failure`, `deadlock_detected`).
    package var isRepeatable: Bool { kind == .rejected("40001") || kind == .rejected("40P01") }

    /// Whether the engine does not have what the command uses (`feature_not_supported`), or does not even know its syntax
    /// (`syntax_error`).
    package var isUnsupported: Bool { kind == .rejected("0A000") || kind == .rejected("42601") }
}
