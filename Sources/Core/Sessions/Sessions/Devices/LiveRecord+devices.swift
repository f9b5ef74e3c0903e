import Coordination

extension SessionRecord {
    /// Returns whether a credential with this digest opens the session.
    func opens(_ digest: Digest) -> Bool {
        credential == digest || devices.list.contains { $0.credential == digest }
    }

    /// Returns whether a response with this credential may be repeated until the credential is used.
    func hasRepeatableIssue(of credential: Digest) -> Bool {
        if let issue, issue.isRepeatable, credential == self.credential { return true }
        return devices.list.contains { $0.credential == credential && $0.issue != nil }
    }

    /// The devices, longest first.
    ///
    /// If the session was never handed over, it is one device that stands for the client that started the session.
    var allDevices: [Devices.Device] {
        guard devices.list.isEmpty else { return devices.list }
        return [
            Devices.Device(
                credential: credential,
                platform: client.platform,
                createdAt: createdAt,
                usedAt: max(usedAt ?? createdAt, createdAt)
            )
        ]
    }
}

extension LiveRecord {
    /// The number of devices of a session.
    static let deviceLimit = 8
    /// The number of hand-offs that can be used at a time.
    ///
    /// A further one replaces the oldest.
    static let handoffLimit = 4

    /// Returns the record with one more hand-off.
    func addingHandoff(_ handoff: Devices.Handoff, at now: Timestamp) -> LiveRecord {
        changingDevices { devices in
            devices.handoffs.removeAll { $0.expiresAt <= now }
            devices.handoffs.append(handoff)
            if devices.handoffs.count > Self.handoffLimit { devices.handoffs.removeFirst() }
        }
    }

    /// Returns the record after a device has used a hand-off.
    ///
    /// - Throws: ``SessionError/handoffUnusable`` if the hand-off was used or has expired, and
    ///   ``SessionError/tooManyDevices(limit:)``.
    func usingHandoff(_ code: Digest, for device: Devices.Device, at now: Timestamp) throws(SessionError) -> LiveRecord
    {
        guard devices.hasHandoff(code, at: now) else { throw .handoffUnusable }
        guard allDevices.count < Self.deviceLimit else { throw .tooManyDevices(limit: Self.deviceLimit) }
        return changingDevices { devices in
            devices.handoffs.removeAll { $0.code == code || $0.expiresAt <= now }
            devices.list.append(device)
        }
    }

    /// Returns the record without the credential of a device.
    ///
    /// - Parameter id: The name of the credential, as in ``Devices/Device/id``.
    /// - Returns: The record. That credential opens nothing any more.
    /// - Throws: ``SessionError/unknownDevice``, and ``SessionError/lastDevice`` for the only one that
    ///   is not an agent.
    func revokingDevice(_ id: String) throws(SessionError) -> LiveRecord {
        guard let device = allDevices.first(where: { $0.id == id }) else { throw .unknownDevice }
        guard let other = allDevices.first(where: { $0.id != id && !$0.isAgent }) else { throw .lastDevice }
        var next = changingDevices { devices in
            devices.list.removeAll { $0.id == id }
        }
        if credential == device.credential {
            next.update { header in
                header.credential = other.credential
                header.issue = nil
            }
        }
        return next
    }

    /// Returns the record after a device has subscribed to notifications, or wants none any more.
    ///
    /// A subscription of another device that is the same is removed, because one installation can't be two devices.
    func subscribing(_ credential: Digest, to subscription: NotificationSubscription?) -> LiveRecord {
        changingDevices { devices in
            for index in devices.list.indices {
                if devices.list[index].credential == credential {
                    devices.list[index].subscription = subscription
                } else if subscription != nil, devices.list[index].subscription == subscription {
                    devices.list[index].subscription = nil
                }
            }
        }
    }

    /// Returns the record without a subscription that its service has ended.
    func removing(_ subscription: NotificationSubscription) -> LiveRecord {
        changingDevices { devices in
            for index in devices.list.indices where devices.list[index].subscription == subscription {
                devices.list[index].subscription = nil
            }
        }
    }

    private func changingDevices(_ change: (inout Devices) -> Void) -> LiveRecord {
        var next = self
        var devices = Devices(allDevices, handoffs: devices.handoffs)
        change(&devices)
        next.update { $0.devices = devices }
        return next
    }
}

extension SessionHeader {
    /// Records that a credential has reached its client, so that no request gets it again.
    mutating func recordReceipt(of credential: Digest) {
        if credential == self.credential { issue = issue?.afterUse }
        for index in devices.list.indices where devices.list[index].credential == credential {
            devices.list[index].issue = nil
        }
    }

    /// Records that a device has sent an event.
    mutating func recordUse(by credential: Credential, at now: Timestamp) {
        guard !devices.list.isEmpty else { return }
        let digest = credential.digest
        guard let index = devices.list.firstIndex(where: { $0.credential == digest }) else { return }
        devices.list[index].usedAt = now
        devices.list[index].issue = nil
    }

    /// Gives a new credential to the device that has proved the identity of its user, and removes all other devices.
    ///
    /// Another party may have started the session and handed it over to itself (session fixation), so no other device and no
    /// hand-off outlives the proof.
    mutating func replaceCredentials(by new: Digest, of last: Credential, at now: Timestamp) {
        credential = new
        guard !devices.isEmpty else { return }
        let digest = last.digest
        let device = devices.list.first { $0.credential == digest }
        devices = Devices([
            Devices.Device(
                credential: new,
                platform: device?.platform,
                createdAt: now,
                usedAt: now,
                subscription: device?.subscription
            )
        ])
    }
}
