import JSON

/// The result of migrating and decoding one stored flow.
struct MigratedFlow {
    /// The flow as the last successful migration left it.
    private(set) var migrated: StoredFlow
    /// The version of the flow in the snapshot, before any migration.
    let storedVersion: Int
    /// The first mismatch, or `nil` when the whole flow matches.
    private(set) var mismatch: SnapshotError?
    /// The decoded state, or `nil` when it does not match.
    private(set) var state: (any CoordinatorState)?
    /// The decoded screens, and whether a migration has changed each.
    private(set) var screens: [Key: (screen: any Screen, isChanged: Bool)] = [:]
    /// The decoded effects.
    private(set) var effects: [Key: PendingEffect.Work] = [:]

    /// Migrates a flow to the version of its type and decodes it.
    init(_ stored: StoredFlow, to flow: FlowType, of application: Application) {
        migrated = stored
        storedVersion = stored.version
        do throws(SnapshotError) {
            try migrate(to: flow)
            state = try read("The state of \(migrated.name)") { try flow.decodeState(migrated.state) }
            // Migrations can change screens, but not their number or order.
            for (screen, before) in zip(migrated.screens, stored.screens) {
                let isChanged = migrated.version != stored.version && screen != before
                screens[screen.key] = (try application.screen(screen, of: migrated), isChanged)
            }
            for effect in migrated.effects { effects[effect.key] = try application.work(effect, of: migrated.name) }
        } catch {
            mismatch = error
        }
    }

    /// Creates the result for a flow that the application no longer has, or no longer has as its root.
    init(unknown stored: StoredFlow, _ detail: String) {
        migrated = stored
        storedVersion = stored.version
        mismatch = SnapshotError(reason: .unknownType, detail: detail)
    }

    /// The stored state, migrated, as an anchor receives it.
    var storage: Storage { Storage(version: migrated.version, state: migrated.state) }

    private mutating func migrate(to flow: FlowType) throws(SnapshotError) {
        func mismatch(_ detail: String) -> SnapshotError { SnapshotError(reason: .missingMigration, detail: detail) }
        guard migrated.version <= flow.version else {
            throw mismatch(
                "\(flow.name) was stored with version \(migrated.version), but this program has version \(flow.version)."
            )
        }
        while migrated.version < flow.version {
            let version = migrated.version
            guard let migration = flow.migrations[version] else {
                throw mismatch("\(flow.name) has no migration from version \(version) to \(version + 1).")
            }
            var next = migrated
            do {
                try migration.change(&next)
            } catch {
                throw mismatch(
                    "The migration of \(flow.name) from version \(version) failed: \(Snapshot.detail(error))"
                )
            }
            next.version = version + 1
            migrated = next
        }
    }

    private func read<Value>(_ part: String, _ body: () throws -> Value) throws(SnapshotError) -> Value {
        do {
            return try body()
        } catch {
            throw SnapshotError(
                reason: .incompatibleContent,
                detail: "\(part) can't be decoded: \(Snapshot.detail(error))"
            )
        }
    }
}

extension Application {
    fileprivate func screen(_ stored: StoredScreen, of flow: StoredFlow) throws(SnapshotError) -> any Screen {
        guard let type = screenType(stored.name) else {
            throw SnapshotError(
                reason: .unknownType,
                detail: "\(flow.name) shows '\(stored.name)', but the application has no such screen."
            )
        }
        do {
            return try Self.read(type, stored.props)
        } catch {
            throw SnapshotError(
                reason: .incompatibleContent,
                detail: "The screen '\(stored.name)' of \(flow.name) can't be decoded: \(Snapshot.detail(error))"
            )
        }
    }

    /// Returns the work of a stored effect, which is lost if the effect was secret.
    func work(_ stored: StoredEffect, of flow: String) throws(SnapshotError) -> PendingEffect.Work {
        guard let type = effectType(stored.name) else {
            throw SnapshotError(
                reason: .unknownType,
                detail: "\(flow) performs '\(stored.name)', but the application has no such effect."
            )
        }
        guard let value = stored.value else { return .lost(type) }
        do {
            return .perform(try Self.read(type, value))
        } catch {
            throw SnapshotError(
                reason: .incompatibleContent,
                detail: "The effect '\(stored.name)' of \(flow) can't be decoded: \(Snapshot.detail(error))"
            )
        }
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ value: JSONValue) throws -> Value {
        try JSONCoding.decode(type, from: value)
    }
}
