import Coordination

extension SessionDependencies {
    /// Encodes the state of a record as the store requires it.
    ///
    /// - Parameters:
    ///   - record: The record to be committed.
    ///   - history: The record of the step that led to it.
    ///   - application: The application of the session.
    ///   - log: The size of the session's log, to which the change of the step is added if there is room, or `nil` to begin it.
    ///   - changes: The changes of the step, or `nil` if they are not known.
    /// - Returns: The record of the step with its state, and the encoding with the size of the log, or without an encoding if the
    ///   store requires none.
    /// - Throws: ``StoreError/Kind/unreadable`` if the state can't be encoded, which is an application bug.
    func encoded(
        _ record: LiveRecord,
        _ history: HistoryRecord,
        _ application: Application,
        after log: StateLogSize? = nil,
        changes: StateChanges? = nil
    ) throws(StoreError) -> EncodedStep {
        var history = history
        guard store.requiresEncoding else { return EncodedStep(history: history) }
        do {
            if let changes, var log, log.hasRoom {
                let encoded = try application.encode(record.state, changes: changes)
                log.changes += encoded.bytes.count
                if log.bytes <= limits.stateBytes {
                    history.state = .change(encoded.bytes)
                    return EncodedStep(history: history, state: encoded, log: log)
                }
                // Only a whole state shows its size.
            }
            let encoded = try application.encode(record.state, changes: nil)
            history.state = .whole(encoded.bytes)
            return EncodedStep(history: history, state: encoded, log: StateLogSize(whole: encoded.bytes.count))
        } catch {
            throw StoreError(.unreadable, "The session \(record.id) can't be encoded: \(error)")
        }
    }

    /// Returns the record of a session in memory from its stored form.
    func read(_ stored: StoredSession, _ application: Application) throws(StoreError) -> LiveRecord {
        do throws(SnapshotError) {
            return try LiveRecord.restored(stored, by: application, at: clock.now).record
        } catch {
            throw StoreError(
                error.isNewer ? .newer : .unreadable,
                "The session \(stored.id) can't be decoded: \(error)"
            )
        }
    }
}

/// The record of a step in the form that the store requires.
struct EncodedStep {
    let history: HistoryRecord
    /// The encoding of the state or of the change, or `nil` if the store requires none.
    var state: EncodedState?
    var log: StateLogSize?
}

/// The size of the log of a session since its last whole state, in bytes.
struct StateLogSize: Sendable {
    let whole: Int
    var changes = 0

    init(whole: Int) { self.whole = whole }

    init(_ log: StateLog) {
        whole = log.whole.count
        changes = log.byteCount - whole
    }

    /// The size that the state has at most.
    var bytes: Int { whole + changes }

    /// Whether another change is added, and the log is not begun again.
    ///
    /// The changes take at most as much as the whole state. So a load reads at most about twice the state, or a few kilobytes,
    /// and the next whole state costs each step before it, on average, no more than its own change.
    var hasRoom: Bool { changes < max(whole, 8_192) }
}
