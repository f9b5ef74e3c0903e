import CPostgreSQL
import DequeModule

/// A connection to a PostgreSQL server.
///
/// A new connection runs one command after the other, and blocks meanwhile. After ``beginPipeline()`` it runs transactions
/// without blocking. This is the only file that calls libpq.
///
/// `@unchecked Sendable` is sound: only one thread uses a connection at a time. The thread that opens a connection of a pool
/// hands it to the thread of the pool, and does not use it afterwards.
@safe
package final class Connection: @unchecked Sendable {
    /// A result that the server owes.
    private enum Expected {
        case preparation(PreparedQuery)
        case transaction(Transaction.Kind, checksBackend: Bool)
    }

    private static let backendQuery = PreparedQuery("backend", "SELECT pg_backend_pid()")

    private let handle: OpaquePointer
    private let warnings = Warnings()
    /// The process of the server that belongs to this connection, or `nil` if the engine does not tell.
    private var backend: Int64?
    private var expected = Deque<Expected>()
    /// The results of the first expected transaction so far.
    private var rows: [Rows] = []
    private var error: DatabaseError?
    /// The names of the queries that were prepared.
    private var prepared: Set<String> = []
    /// Why queries could not be prepared, by their names.
    private var unprepared: [String: String] = [:]

    /// Opens a connection, and blocks at most for the time-out of the settings for each host of the connection string.
    ///
    /// - Throws: ``DatabaseError`` of the kind ``DatabaseError/Kind/unavailable``.
    package init(_ settings: ConnectionSettings) throws(DatabaseError) {
        unsafe handle = try Self.connect(settings)
        // From here on `deinit` ends the connection, also when this throws.
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            let reason = unsafe Self.message(of: handle)
            throw DatabaseError(.unavailable, "PostgreSQL does not accept connections: \(reason)")
        }
        try prepareSession(settings)
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Whether the connection leaves this machine without TLS.
    package var isExposed: Bool {
        guard unsafe PQsslInUse(handle) == 0 else { return false }
        let host = unsafe PQhost(handle).map { unsafe String(cString: $0) } ?? ""
        let address = unsafe PQhostaddr(handle).map { unsafe String(cString: $0) } ?? ""
        return Self.leavesMachine(host: host, address: address)
    }

    /// Whether a connection to a host leaves this machine.
    ///
    /// It does not if the host is the folder of a Unix socket, which has no address, or if the address is a loopback address
    /// (https://www.postgresql.org/docs/15/libpq-status.html#LIBPQ-PQHOST).
    static func leavesMachine(host: String, address: String) -> Bool {
        !host.hasPrefix("/") && !host.hasPrefix("@") && !address.isEmpty && !address.hasPrefix("127.")
            && address != "::1"
    }

    /// The socket, to be polled.
    var socket: CInt { unsafe PQsocket(handle) }

    // MARK: Blocking

    /// Runs commands in one transaction, unless they begin and end transactions themselves, and blocks meanwhile.
    ///
    /// - Throws: ``DatabaseError`` of the first command that failed. The commands behind it have not run.
    package func execute(_ commands: String) throws(DatabaseError) {
        let result = unsafe PQexec(handle, commands)
        defer { unsafe PQclear(result) }
        _ = try unsafe rows(checking: result)
    }

    /// Commits the transaction, and blocks meanwhile.
    ///
    /// - Throws: ``DatabaseError``. The transaction was rolled back if the kind is ``DatabaseError/Kind/rejected(_:)``.
    func commit() throws(DatabaseError) {
        _ = warnings.take()
        try execute("COMMIT")
        // The server warns when it has committed without the standby that it had to wait for.
        if let warning = warnings.take() {
            throw DatabaseError(.unknownOutcome, "PostgreSQL warned at a commit: \(warning)")
        }
    }

    /// Runs a query, and blocks until it has the result.
    ///
    /// - Throws: ``DatabaseError``. The query has changed nothing then.
    @discardableResult
    package func query(_ text: String, _ parameters: Parameters = Parameters()) throws(DatabaseError) -> Rows {
        let result = unsafe Self.withPointers(to: parameters) { values, lengths, formats in
            unsafe PQexecParams(handle, text, CInt(parameters.count), nil, values, lengths, formats, 1)
        }
        defer { unsafe PQclear(result) }
        return try unsafe rows(checking: result)
    }

    private func rows(checking result: OpaquePointer?) throws(DatabaseError) -> Rows {
        guard let result = unsafe result else { throw broken() }
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return unsafe Self.rows(of: result)
        default:
            guard unsafe PQstatus(handle) == CONNECTION_OK else { throw broken() }
            throw try unsafe failure(of: result)
        }
    }

    /// Checks that the server has a process for this connection alone.
    ///
    /// It blocks. A pooler in transaction mode gives a process to a connection for one transaction. So it gives another
    /// connection the process that has just become free, or it gives this connection another process than before.
    ///
    /// - Throws: ``DatabaseError/pooled``, or ``DatabaseError`` if the connection is lost.
    package func checkBackend(_ settings: ConnectionSettings) throws(DatabaseError) {
        // Without another connection, the first error of a prepared statement shows it.
        guard let backend, let other = try? Connection(settings) else { return }
        for _ in 0..<3 {
            guard try other.currentBackend() != backend, try currentBackend() == backend else { throw .pooled }
        }
    }

    private func currentBackend() throws(DatabaseError) -> Int64? {
        try query(Self.backendQuery.text).first?.integer(0)
    }

    // MARK: Sending

    /// Begins the pipeline mode.
    ///
    /// - Throws: ``DatabaseError`` if the connection is broken.
    func beginPipeline() throws(DatabaseError) {
        _ = warnings.take()
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1 else { throw broken() }
    }

    /// Adds a transaction to the bytes to be sent.
    ///
    /// - Throws: ``DatabaseError`` if the connection is broken. It can't be used any more then.
    func send(_ transaction: Transaction) throws(DatabaseError) {
        var steps = transaction.steps
        if transaction.checksBackend {
            steps.append(Transaction.Step(query: Self.backendQuery, parameters: Parameters()))
        }
        for step in steps where prepared.insert(step.query.name).inserted { try prepare(step.query) }
        for step in steps {
            let isSent = unsafe Self.withPointers(to: step.parameters) { values, lengths, formats in
                let count = CInt(step.parameters.count)
                return unsafe PQsendQueryPrepared(handle, step.query.name, count, values, lengths, formats, 1) == 1
            }
            guard isSent else { throw broken() }
        }
        expected.append(.transaction(transaction.kind, checksBackend: transaction.checksBackend))
        guard unsafe PQpipelineSync(handle) == 1 else { throw broken() }
    }

    /// Sends bytes as far as the socket takes them.
    ///
    /// - Returns: Whether bytes are left, to be sent when the socket is writable or readable.
    /// - Throws: ``DatabaseError`` if the connection is broken.
    func flush() throws(DatabaseError) -> Bool {
        let code = unsafe PQflush(handle)
        guard code >= 0 else { throw broken() }
        return code == 1
    }

    /// Prepares a query in a transaction of its own, so that its failure does not undo another query.
    private func prepare(_ query: PreparedQuery) throws(DatabaseError) {
        guard unsafe PQsendPrepare(handle, query.name, query.text, 0, nil) == 1 else { throw broken() }
        expected.append(.preparation(query))
        guard unsafe PQpipelineSync(handle) == 1 else { throw broken() }
    }

    /// Calls a function with the values of parameters, their sizes and their formats.
    ///
    /// The pointers are valid during the call only, which is enough because libpq copies the values.
    private static func withPointers<Result>(
        to parameters: Parameters,
        _ body: ([UnsafePointer<CChar>?], [CInt], [CInt]) -> Result
    ) -> Result {
        let formats = [CInt](repeating: 1, count: parameters.count)
        let lengths = parameters.ranges.map { CInt($0?.count ?? 0) }
        // The bytes are never empty, so that there is an address for a value of 0 bytes, too. NULL would be another value.
        let bytes = parameters.bytes + [0]
        return unsafe bytes.withUnsafeBytes { buffer in
            let values = unsafe parameters.ranges.map { range in
                unsafe range.flatMap { range in
                    unsafe buffer.baseAddress.map {
                        unsafe ($0 + range.lowerBound).assumingMemoryBound(to: CChar.self)
                    }
                }
            }
            return unsafe body(values, lengths, formats)
        }
    }

    // MARK: Receiving

    /// Reads the bytes that have arrived.
    ///
    /// - Throws: ``DatabaseError`` if the connection is broken. Results that arrived before are lost, so their outcomes are
    ///   unknown.
    func read() throws(DatabaseError) {
        guard unsafe PQconsumeInput(handle) == 1 else { throw broken() }
    }

    /// Removes and returns the payloads of the notifications that have arrived, on the channels to which this connection listens.
    func takeNotifications() -> [String] {
        var payloads: [String] = []
        while let notification = unsafe PQnotifies(handle) {
            unsafe payloads.append(String(cString: notification.pointee.extra))
            unsafe PQfreemem(notification)
        }
        return payloads
    }

    /// Returns the result of the next transaction, in the order in which they were sent, or `nil` while it has not arrived.
    ///
    /// - Throws: ``DatabaseError`` if the connection is broken.
    func next() throws(DatabaseError) -> Result<[Rows], DatabaseError>? {
        while let first = expected.first, unsafe PQisBusy(handle) == 0 {
            // Between the results of two queries there is a NULL.
            guard let result = unsafe PQgetResult(handle) else {
                guard unsafe PQstatus(handle) == CONNECTION_OK else { throw broken() }
                continue
            }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                expected.removeFirst()
                if let outcome = try finish(first) { return outcome }
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                unsafe rows.append(Self.rows(of: result))
            case PGRES_PIPELINE_ABORTED:
                // The query has not run, because an earlier one of its transaction has failed.
                break
            default:
                guard unsafe PQstatus(handle) == CONNECTION_OK else { throw broken() }
                error = unsafe try failure(of: result)
            }
        }
        return nil
    }

    /// Ends the first expected result, and returns it if it belongs to a transaction.
    ///
    /// - Throws: ``DatabaseError/pooled`` if the transaction has run in the process of another connection.
    private func finish(_ first: Expected) throws(DatabaseError) -> Result<[Rows], DatabaseError>? {
        defer {
            rows = []
            error = nil
        }
        switch first {
        case .preparation(let query):
            unprepared[query.name] = error?.description
            if error != nil { prepared.remove(query.name) }
            return nil
        case .transaction(let kind, let checksBackend):
            if let error { return .failure(error) }
            if checksBackend, rows.popLast()?.first?.integer(0) != backend { throw .pooled }
            // The server warns when it has committed without the standby that it had to wait for.
            if let warning = warnings.take(), kind == .writes {
                return .failure(DatabaseError(.unknownOutcome, "PostgreSQL warned at a commit: \(warning)"))
            }
            return .success(rows)
        }
    }

    /// Returns the error of a transaction.
    ///
    /// - Throws: ``DatabaseError`` if the server ends the connection, or accepts no writes on it any more.
    private func failure(of result: OpaquePointer) throws(DatabaseError) -> DatabaseError {
        func field(_ code: Character) -> String {
            let code = code.asciiValue.map { CInt($0) } ?? 0
            return unsafe PQresultErrorField(result, code).map { unsafe String(cString: $0) } ?? ""
        }
        let state = field("C")
        var text = "\(field("M")) (SQLSTATE \(state))"
        // “The prepared statement does not exist” does not tell why: it could not be prepared, or another process has it.
        if state == "26000", let reason = unprepared.values.first {
            text = reason
        } else if state == "26000" || state == "42P05" {
            throw .pooled
        }
        switch state {
        case "57P01", "57P02", "57P03", "57P05":
            throw DatabaseError(.unavailable, "PostgreSQL is shutting down: \(text)")
        case "25006": throw DatabaseError(.unavailable, "PostgreSQL accepts no writes on this connection: \(text)")
        case "57014", "55P03": return DatabaseError(.unavailable, "PostgreSQL did not answer in time: \(text)")
        default: break
        }
        // No disk space, no memory, too many connections, an error of the system.
        if state.hasPrefix("53") || state.hasPrefix("58") {
            return DatabaseError(.unavailable, "PostgreSQL can't do it at the moment: \(text)", isExhausted: true)
        }
        return DatabaseError(.rejected(state), "PostgreSQL rejected a query: \(text)")
    }

    private static func rows(of result: OpaquePointer) -> Rows {
        let columnCount = unsafe Int(PQnfields(result)), rowCount = unsafe Int(PQntuples(result))
        var bytes: [UInt8] = []
        var ranges: [Range<Int>?] = []
        ranges.reserveCapacity(rowCount * columnCount)
        for row in 0..<CInt(rowCount) {
            for column in 0..<CInt(columnCount) {
                guard unsafe PQgetisnull(result, row, column) == 0, let value = unsafe PQgetvalue(result, row, column)
                else {
                    ranges.append(nil)
                    continue
                }
                let length = unsafe Int(PQgetlength(result, row, column)), start = bytes.count
                unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: length))
                ranges.append(start..<start + length)
            }
        }
        let count = unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) }
        let types = (0..<CInt(columnCount)).map { unsafe ColumnType(identifier: PQftype(result, $0)) }
        return Rows(affectedCount: count ?? 0, types: types, bytes: bytes, ranges: ranges)
    }

    private func broken() -> DatabaseError {
        DatabaseError(.unavailable, "The connection to PostgreSQL was lost: \(unsafe Self.message(of: handle))")
    }

    // MARK: Opening

    private static func connect(_ settings: ConnectionSettings) throws(DatabaseError) -> OpaquePointer {
        var keywords: [String] = [], values: [String] = []
        for (keyword, value) in try parse(settings.string) {
            keywords.append(keyword)
            values.append(value)
        }
        for (keyword, value) in settings.defaults where !keywords.contains(keyword) {
            keywords.append(keyword)
            values.append(value)
        }
        let connection = unsafe withStrings(keywords) { keywords in
            unsafe withStrings(values) { values in unsafe PQconnectdbParams(keywords, values, 0) }
        }
        guard let connection = unsafe connection else {
            throw DatabaseError(.unavailable, "libpq has no memory for a connection.")
        }
        return unsafe connection
    }

    /// Returns the parameters of a connection string.
    ///
    /// - Throws: ``DatabaseError`` of the kind ``DatabaseError/Kind/rejected(_:)`` if it is malformed.
    private static func parse(_ string: String) throws(DatabaseError) -> [(keyword: String, value: String)] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(string, &message) else {
            defer { unsafe PQfreemem(message) }
            let reason = unsafe message.map { unsafe String(cString: $0) } ?? "no memory"
            throw DatabaseError(.rejected("08001"), "The connection string is malformed: \(line(reason))")
        }
        defer { unsafe PQconninfoFree(options) }
        var found: [(String, String)] = []
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe found.append((String(cString: keyword), String(cString: value)))
            }
            unsafe option += 1
        }
        return found
    }

    /// Checks the server, sends the commands of the settings, and blocks meanwhile.
    private func prepareSession(_ settings: ConnectionSettings) throws(DatabaseError) {
        let version = unsafe PQserverVersion(handle)
        guard version >= 130_000 else {
            throw DatabaseError(
                .rejected("0A000"),
                "The server is PostgreSQL \(version / 10_000); Usher needs version 13 or later."
            )
        }
        let context = unsafe Unmanaged.passUnretained(warnings).toOpaque()
        _ = unsafe PQsetNoticeReceiver(handle, receiveNotice, context)
        try execute(settings.commands)
        backend = try currentBackend()
        // All of them are sent at once, which saves round trips, and one after the other if the engine rejects one of them.
        guard try !isAccepted(settings.plannerCommands.joined(separator: "; ")) else { return }
        for command in settings.plannerCommands { _ = try isAccepted(command) }
    }

    /// Runs commands, and returns whether the server accepts them.
    private func isAccepted(_ commands: String) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            try execute(commands)
            return true
        } catch {
            guard case .rejected = error.kind else { throw error }
            return false
        }
    }

    private static func message(of handle: OpaquePointer) -> String {
        line(unsafe PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? "")
    }

    /// Returns a text of libpq, which may have several lines, as one.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.drop { $0.isWhitespace } }.joined(separator: "; ")
    }

    /// Calls a function with an array of C strings that ends with NULL.
    private static func withStrings<Result>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var bytes: [CChar] = []
        let offsets = strings.map { string in
            defer { bytes.append(contentsOf: string.utf8CString) }
            return bytes.count
        }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            let pointers = unsafe offsets.map { offset in unsafe buffer.baseAddress.map { unsafe $0 + offset } } + [nil]
            return unsafe pointers.withUnsafeBufferPointer { pointers in
                guard let first = pointers.baseAddress else { preconditionFailure("An array with a NULL is empty.") }
                return unsafe body(first)
            }
        }
    }
}

/// The first warning of the server since the last transaction.
///
/// `@unchecked Sendable` is sound: libpq calls the receiver on the thread that uses the connection.
private final class Warnings: @unchecked Sendable {
    private var text: String?

    func add(_ warning: String) {
        text = text ?? warning
    }

    func take() -> String? {
        defer { text = nil }
        return text
    }
}

private func receiveNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    // The severity that is not translated ("V"). Notices, such as that a table exists already, are not warnings.
    guard let context = unsafe context,
        let severity = unsafe PQresultErrorField(result, CInt(UInt8(ascii: "V"))),
        unsafe String(cString: severity) == "WARNING"
    else { return }
    let text = unsafe PQresultErrorField(result, CInt(UInt8(ascii: "M"))).map { unsafe String(cString: $0) } ?? ""
    unsafe Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().add(text)
}
