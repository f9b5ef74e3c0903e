package import Sessions

/// The engine that has the tables of a ``ServiceDatabase``: a file of SQLite, or a PostgreSQL server.
package protocol ServiceEngine: Sendable {
    /// Whether several servers use the tables.
    var isShared: Bool { get }

    /// The problem that makes changes unsafe, in a sentence for operators, or `nil` if there is none or the engine can't say.
    var problem: StoreError? { get }

    /// Creates tables, unless the database has them.
    ///
    /// - Throws: `StoreError` or `DatabaseError` if the database can't be used. Nothing has changed then.
    func create(_ tables: ServiceTables) throws

    /// Returns whether the database has tables.
    ///
    /// - Throws: `StoreError` or `DatabaseError` if the database can't be used.
    func has(_ tables: ServiceTables) throws -> Bool

    /// Reads the database, as ``ServiceDatabase/read(_:)`` describes.
    func read<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result

    /// Runs a body in a transaction, as ``ServiceDatabase/write(_:)`` describes.
    func write<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result
}
