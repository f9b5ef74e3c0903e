/// A database that effects use besides the store of the sessions.
public protocol WatchedDatabase: Sendable {
    /// The problem with the database that makes changes unsafe, in a sentence for operators, or `nil` if there is none.
    ///
    /// Readiness checks read it on any thread, so it must not wait.
    var problem: StoreError? { get }
}
