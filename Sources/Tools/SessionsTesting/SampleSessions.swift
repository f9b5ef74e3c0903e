package import Coordination
package import Sessions

/// Sessions in the form that stores get, with an arbitrary state.
package enum SampleSessions {
    /// The time at which the sessions are started.
    package static let start = Timestamp(milliseconds: 1_795_253_400_000)

    /// Makes a new session.
    ///
    /// - Parameters:
    ///   - name: Its id.
    ///   - expiry: The seconds from the start to its expiry.
    ///   - key: The idempotency key of its creation.
    ///   - due: The seconds from the start to its next effect or timer, or `nil` for none.
    ///   - age: The seconds by which it was started before ``start``.
    /// - Returns: The first generation of a session of the application `counter`.
    package static func session(
        _ name: String,
        expiry: Int = 3_600,
        createdWith key: String? = nil,
        due: Int? = nil,
        age: Int = 0
    ) -> StoredSession {
        StoredSession(
            id: SessionID(name),
            application: "counter",
            credential: digest("credential of \(name)"),
            client: ClientInfo(platform: "test", version: "1", locale: "de-AT", view: false),
            createdAt: start + .seconds(-age),
            expiresAt: start + .seconds(expiry),
            creation: key.map { Reply(key: digest($0), request: digest("POST"), at: start) },
            issue: key.map { issue($0) },
            due: due.map { start + .seconds($0) },
            content: encoded("{\"count\":0,\"of\":\"\(name) \u{1F600}\"}")
        )
    }

    /// Returns the next generation of a session.
    ///
    /// - Parameters:
    ///   - session: The session before.
    ///   - isStep: Whether the revision increases.
    ///   - expiry: The seconds from the start to its expiry, by default unchanged.
    ///   - due: The seconds from the start to its next effect or timer, or `nil` for none.
    ///   - credential: Its new credential, issued by a request that may be repeated, by default unchanged.
    ///   - replies: The number of replies that it remembers, after a new one is added. By default no reply is added.
    ///   - content: Its new state, by default unchanged.
    ///   - isUsed: Whether an event of its client has led to the generation.
    ///   - account: Its account, by default unchanged.
    ///   - devices: Its devices and hand-offs, by default unchanged.
    /// - Returns: The session with a generation one higher.
    package static func next(
        _ session: StoredSession,
        isStep: Bool = true,
        expiry: Int? = nil,
        due: Int? = nil,
        credential: String? = nil,
        replies: Int? = nil,
        content: String? = nil,
        isUsed: Bool = true,
        account: String?? = nil,
        devices: Devices? = nil
    ) -> StoredSession {
        var latest = session.replies.latest
        var count = session.replies.count
        if let replies {
            count += 1
            latest.append(reply(count))
            latest.removeFirst(max(0, latest.count - replies))
        }
        return StoredSession(
            id: session.id,
            application: session.application,
            generation: session.generation + 1,
            revision: session.revision + (isStep ? 1 : 0),
            credential: credential.map(digest) ?? session.credential,
            client: session.client,
            createdAt: session.createdAt,
            usedAt: isUsed ? start + .milliseconds(Int64(session.generation)) : session.usedAt,
            expiresAt: expiry.map { start + .seconds($0) } ?? session.expiresAt,
            account: account ?? session.account,
            creation: session.creation,
            issue: credential.map { issue($0, replacing: session.credential) },
            devices: devices ?? session.devices,
            replies: Replies(latest, count: count),
            due: due.map { start + .seconds($0) },
            content: content.map(encoded) ?? session.content
        )
    }

    /// Makes the commits that start a session and change it three times, after which each column of its rows has a value.
    ///
    /// - Parameters:
    ///   - session: The new session.
    ///   - change: The change of a step that leaves its state as it is.
    ///   - work: Its effects and timers, or `nil` for a store that does not keep them apart.
    /// - Returns: The commits, in order.
    package static func commitsOfEveryColumn(
        _ session: StoredSession,
        change: String = "{}",
        work: [CommittedWork]? = nil
    ) -> [SessionCommit] {
        var commits = [SessionCommit(expectedGeneration: nil, session: session, addsReply: false, work: work)]
        var last = session
        for step in 0..<3 {
            let next = next(
                last,
                due: 60,
                credential: "c\(step)",
                replies: 2,
                account: "ada",
                devices: devices(2)
            )
            commits.append(
                SessionCommit(
                    expectedGeneration: last.generation,
                    session: next,
                    record: record(of: next, step == 0 ? nil : change),
                    addsReply: true,
                    changesAccount: next.account != last.account
                )
            )
            last = next
        }
        return commits
    }

    /// Makes the record of a step, with details.
    ///
    /// - Parameters:
    ///   - session: The session after the step.
    ///   - change: The change of the step, or `nil` for the whole state of the session.
    /// - Returns: The record.
    package static func record(of session: StoredSession, _ change: String? = nil) -> HistoryRecord {
        HistoryRecord(
            revision: session.revision,
            at: start + .seconds(Int(session.revision)),
            expiresAt: session.expiresAt,
            details: Array("{\"event\":\(10 + session.revision)}".utf8),
            state: change.map { .change(Array($0.utf8)) } ?? session.wholeState
        )
    }

    private static func encoded(_ text: String) -> StoredContent { .encoded(StateLog(whole: Array(text.utf8))) }

    /// Makes the devices of a session, some with a platform, and some that may repeat the request for their credential.
    ///
    /// - Parameter count: The number of devices, and of hand-offs that have not been used.
    /// - Returns: The devices. There are none for a count of zero, as in a session that was never handed over.
    package static func devices(_ count: Int) -> Devices {
        let list = (0..<count).map(device)
        let handoffs = (0..<count).map { number in
            Devices.Handoff(code: digest("code \(number)"), expiresAt: start + .seconds(120 + number))
        }
        return Devices(list, handoffs: handoffs)
    }

    private static func device(_ number: Int) -> Devices.Device {
        Devices.Device(
            credential: digest("device \(number)"),
            platform: number % 2 == 0 ? "platform \(number) \u{1F4F1}" : nil,
            createdAt: start + .seconds(number),
            usedAt: start + .seconds(2 * number),
            issue: number % 3 == 0 ? issue("device \(number)") : nil
        )
    }

    private static func reply(_ number: UInt64) -> Reply {
        Reply(key: digest("key \(number)"), request: digest("request"), at: start + .milliseconds(Int64(number)))
    }

    private static func issue(_ key: String, replacing replaced: Digest? = nil) -> CredentialIssue {
        CredentialIssue(
            seed: digest("seed of \(key)"),
            key: digest(key),
            request: digest("POST"),
            replaced: replaced,
            at: start + .milliseconds(-1)
        )
    }

    /// Makes a session with the least content possible.
    static func minimal(_ name: String) -> StoredSession {
        StoredSession(
            id: SessionID(name),
            application: "",
            credential: digest(""),
            client: ClientInfo(),
            createdAt: start,
            expiresAt: start,
            creation: nil,
            due: nil,
            content: encoded("")
        )
    }

    /// Computes the digest of a text.
    package static func digest(_ text: String) -> Digest { Digest(of: Array(text.utf8)) }
}

extension StoredSession {
    /// The state in the form of a whole record.
    fileprivate var wholeState: HistoryRecord.State {
        switch content {
        case .live(let state): .live(state)
        case .encoded(let log) where log.changes.isEmpty: .whole(log.whole)
        case .encoded, .damaged, .quarantined: preconditionFailure("The session has no whole state.")
        }
    }
}

extension SessionCommit {
    /// Describes a commit of a session with its state, which gets a whole record unless another is given.
    package init(
        expectedGeneration: UInt64?,
        session: StoredSession,
        record: HistoryRecord? = nil,
        knownCreation: SessionID? = nil,
        addsReply: Bool,
        isPlainStep: Bool = false,
        changesAccount: Bool = false,
        historyLimits: HistoryLimits = HistoryLimits(),
        work: [CommittedWork]? = nil,
        lease: Lease? = nil,
        requiredLease: Lease? = nil
    ) {
        self.init(
            expectedGeneration: expectedGeneration,
            session: session.with(()),
            record: record ?? SampleSessions.record(of: session),
            knownCreation: knownCreation,
            addsReply: addsReply,
            isPlainStep: isPlainStep,
            changesAccount: changesAccount,
            historyLimits: historyLimits,
            work: work,
            lease: lease,
            requiredLease: requiredLease
        )
    }
}
