import Concurrency
import Coordination

// Waiters and streams of a session that another server changes.

extension SessionRegistry {
    /// The interval in which a session that a caller waits for is compared with a shared store, if the store gives hints.
    static let comparisonInterval = Duration.seconds(15)
    /// The same time for a shared store without hints.
    static let pollingInterval = Duration.milliseconds(1_500)
    /// The number of parts of the interval.
    ///
    /// In each part, one part of the sessions is compared.
    private static let comparisonParts: UInt64 = 3

    /// Begins to follow the changes that other servers make in a shared store.
    func watchOtherServers() {
        guard store.isShared else { return }
        store.onChange { [weak self] hint in
            guard let self else { return }
            background.submit { self.follow(hint) }
        }
        scheduleComparison(of: 0)
    }

    private func follow(_ hint: ChangeHint) {
        switch hint {
        case .changed(let changes):
            for change in changes {
                guard let session = live[change.session], session.record.generation < change.generation else {
                    continue
                }
                session.compare(on: background)
            }
        case .published(let topics): self.topics.followers.changed(topics)
        case .unknown:
            for session in live.all { session.compare(on: background) }
            topics.followers.allChanged()
        }
    }

    private func scheduleComparison(of part: UInt64) {
        let interval = store.promises.sharing == .polling ? Self.pollingInterval : Self.comparisonInterval
        let time = dependencies.clock.now + interval / Int(Self.comparisonParts)
        let scheduledAction = dependencies.clock.schedule(at: time) { [weak self] in
            guard let self, !self.dependencies.isClosed else { return }
            self.background.submit {
                for session in self.live.all
                where session.number % Self.comparisonParts == part && session.waiterCount > 0 {
                    session.compare(on: self.background)
                }
                self.scheduleComparison(of: (part + 1) % Self.comparisonParts)
            }
        }
        comparison.withLock { $0 = scheduledAction }
    }
}
