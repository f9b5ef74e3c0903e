import Foundation

/// The names of the things that a session stores.
private enum Slot: String, CaseIterable {
    case credential, state, taps, drafts
}

extension Session {
    /// Reads the stored session.
    ///
    /// - Returns: Whether there is one.
    /// - Throws: ``SessionError/storage(_:)`` if the storage can't be read now, as on a locked device.
    func restore() throws(SessionError) -> Bool {
        do {
            guard let credential = try read(Credential.self, from: .credential) else { return false }
            self.credential = credential
            let document = try? storage.data(for: Slot.state.rawValue).map(JSONValue.init(parsing:))
            let state = try? document.map { document throws(MalformedState) in try NavigationState(document) }
            confirmed = state?.id == credential.id ? state : nil
            let taps = (try? read([QueuedTap].self, from: .taps)) ?? []
            queue.restore(taps.filter { $0.session == credential.id })
            drafts = (try? read(Drafts.self, from: .drafts)) ?? Drafts()
        } catch {
            throw .storage("\(error)")
        }
        return true
    }

    /// Stores the credential at once, because the server knows no other one any more.
    func storeCredential() throws(SessionError) {
        do {
            try write(credential, to: .credential)
        } catch {
            throw .storage("\(error)")
        }
    }

    /// Stores the state, the taps that wait and the drafts soon, together with what changes until then.
    func storeSoon() {
        guard storing == nil, credential != nil else { return }
        let (clock, time) = (clock, timing.storing)
        storing = Task {
            try? await clock.sleep(for: time)
            guard !Task.isCancelled else { return }
            store()
        }
    }

    /// Stores the state, the taps that wait and the drafts now, as when the app leaves the foreground.
    ///
    /// A storage that fails loses what could be read without a network, and nothing that the server has.
    public func store() {
        storing?.cancel()
        storing = nil
        guard let credential, let confirmed, confirmed.id == credential.id else { return }
        try? storage.store(confirmed.document.data, for: Slot.state.rawValue)
        try? write(queue.taps.filter { !$0.isAnswered && !$0.tap.isSecret }, to: .taps)
        try? write(drafts, to: .drafts)
    }

    /// Removes everything that is stored, and the credential.
    func forget() {
        storing?.cancel()
        storing = nil
        credential = nil
        offers = [:]
        for slot in Slot.allCases { try? storage.store(nil, for: slot.rawValue) }
    }

    private func read<Value: Decodable>(_ type: Value.Type, from slot: Slot) throws -> Value? {
        try storage.data(for: slot.rawValue).map { try JSONDecoder().decode(type, from: $0) }
    }

    private func write(_ value: some Encodable, to slot: Slot) throws {
        try storage.store(JSONEncoder().encode(value), for: slot.rawValue)
    }
}
