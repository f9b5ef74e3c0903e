import JSON

/// The result of migrating and decoding one stored flow.
struct Fitting {
    /// The flow as the last successful migration left it.
    private(set) var stored: StoredFlow
    /// The version of the flow in the snapshot, before any migration.
    let writtenVersion: Int
    /// The first mismatch; `nil` when the whole flow matches.
    private(set) var misfit: SnapshotError?
    /// The decoded state; `nil` when it does not match.
    private(set) var state: (any CoordinatorState)?
    /// The decoded screens, and whether a migration has changed each.
    private(set) var screens: [Key: (screen: any Screen, isChanged: Bool)] = [:]
    /// The decoded effects.
    private(set) var effects: [Key: PendingEffect.Work] = [:]

    /// Migrates a flow to the version of its type and decodes it.
    init(_ written: StoredFlow, to flow: FlowType, of application: Application) {
        stored = written
        writtenVersion = written.version
        do throws(SnapshotError) {
            try upgrade(to: flow)
            state = try read("The state of \(stored.name)") { try flow.decodeState(stored.state) }
            // Migrations can change screens, but not their number or order.
            for (screen, before) in zip(stored.screens, written.screens) {
                let isChanged = stored.version != written.version && screen != before
                screens[screen.key] = (try application.screen(screen, of: stored), isChanged)
            }
            for effect in stored.effects { effects[effect.key] = try application.work(effect, of: stored.name) }
        } catch {
            let advice =
                error.reason != .otherVersion && written.version == flow.version
                ? " The version of the flow is the same; it must be raised when one of its types changes." : ""
            misfit = SnapshotError(reason: error.reason, detail: error.detail + advice)
        }
    }

    /// Creates the result for a flow that the application no longer has, or no longer has as its root.
    init(unknown written: StoredFlow, _ sentence: String) {
        stored = written
        writtenVersion = written.version
        misfit = SnapshotError(reason: .unknownType, detail: sentence)
    }

    /// The stored state, as an anchor receives it.
    var storage: Storage { Storage(version: stored.version, state: stored.state) }

    private mutating func upgrade(to flow: FlowType) throws(SnapshotError) {
        func refusal(_ detail: String) -> SnapshotError { SnapshotError(reason: .otherVersion, detail: detail) }
        guard stored.version <= flow.version else {
            throw refusal(
                "\(flow.name) was written down by its version \(stored.version), and this program has \(flow.version)."
            )
        }
        while stored.version < flow.version {
            let version = stored.version
            guard let upgrade = flow.upgrades[version] else {
                throw refusal("\(flow.name) has no upgrade from version \(version) to \(version + 1).")
            }
            var next = stored
            do {
                try upgrade.change(&next)
            } catch {
                throw refusal("The upgrade of \(flow.name) from version \(version) failed: \(Snapshot.sentence(error))")
            }
            next.version = version + 1
            stored = next
        }
    }

    private func read<Value>(_ part: String, _ body: () throws -> Value) throws(SnapshotError) -> Value {
        do {
            return try body()
        } catch {
            throw SnapshotError(reason: .otherForm, detail: "\(part) can't be read: \(Snapshot.sentence(error))")
        }
    }
}

extension Application {
    fileprivate func screen(_ stored: StoredScreen, of flow: StoredFlow) throws(SnapshotError) -> any Screen {
        guard let type = screenType(stored.name) else {
            throw SnapshotError(
                reason: .unknownType,
                detail: "\(flow.name) shows '\(stored.name)', and the application has no such screen."
            )
        }
        do {
            return try Self.read(type, stored.props)
        } catch {
            throw SnapshotError(
                reason: .otherForm,
                detail: "The screen '\(stored.name)' of \(flow.name) can't be read: \(Snapshot.sentence(error))"
            )
        }
    }

    /// Returns the work of a stored effect, which is lost if the effect was secret.
    func work(_ stored: StoredEffect, of flow: String) throws(SnapshotError) -> PendingEffect.Work {
        guard let type = effectType(stored.name) else {
            throw SnapshotError(
                reason: .unknownType,
                detail: "\(flow) performs '\(stored.name)', and the application has no such effect."
            )
        }
        guard let value = stored.value else { return .lost(type) }
        do {
            return .perform(try Self.read(type, value))
        } catch {
            throw SnapshotError(
                reason: .otherForm,
                detail: "The effect '\(stored.name)' of \(flow) can't be read: \(Snapshot.sentence(error))"
            )
        }
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ value: JSONValue) throws -> Value {
        try JSONCoding.decode(type, from: value)
    }
}
