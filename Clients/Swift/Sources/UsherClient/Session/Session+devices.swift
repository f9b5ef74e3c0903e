import Foundation

/// A code by which another device joins the session.
public struct HandOff: Sendable, Hashable {
    /// The address to open on the other device, as a link or a QR code.
    ///
    /// It may be relative to the server.
    public let url: String
    /// The code, which works once and for two minutes.
    public let code: String
    /// The time from which on it does not work any more.
    public let expiresAt: Date?
}

/// A code by which an agent joins the session, such as an assistant with a language model.
public struct AgentInvitation: Sendable, Hashable {
    /// The code, which works once and for two minutes.
    public let code: String
    /// The time from which on it does not work any more.
    public let expiresAt: Date?
}

/// A device or an agent that has access to the session.
public struct Device: Sendable, Hashable, Identifiable {
    /// The id of its credential.
    public let id: String
    /// The platform that it has named.
    public let platform: String?
    /// Whether it is an agent, which can do only what the application allows to agents.
    public let isAgent: Bool
    /// The time at which it got access.
    public let createdAt: Date?
    /// The time of its last event.
    public let lastUsedAt: Date?
    /// Whether it is this device.
    public let isCurrent: Bool
}

extension Session {
    /// Makes a code by which another device joins the session.
    ///
    /// The other device calls ``join(code:)`` with it.
    ///
    /// - Throws: ``SessionError/problem(_:)``, such as one with a status of 429 after ten codes in a minute.
    public func handOff() async throws(SessionError) -> HandOff {
        let request = calls.post("\(try path)/handoffs", .object([:]), key: UUID().uuidString.lowercased())
        let content = try await send(request, persists: false).content
        guard let url = content?["url"]?.string, let code = content?["code"]?.string else { throw .malformed }
        return HandOff(url: url, code: code, expiresAt: content?["expiresAt"]?.date)
    }

    /// Makes a code by which an agent joins the session, for the user to give to it.
    ///
    /// - Throws: ``SessionError/problem(_:)``, such as one with a status of 422 in an application that allows nothing to agents.
    public func inviteAgent() async throws(SessionError) -> AgentInvitation {
        let request = calls.post("\(try path)/agents", .object([:]), key: UUID().uuidString.lowercased())
        let content = try await send(request, persists: false).content
        guard let code = content?["code"]?.string else { throw .malformed }
        return AgentInvitation(code: code, expiresAt: content?["expiresAt"]?.date)
    }

    /// The devices and agents that have access to the session.
    ///
    /// - Throws: ``SessionError/lost(_:)`` without a network.
    public func devices() async throws(SessionError) -> [Device] {
        let reply = try await send(calls.read("\(try path)/credentials"), persists: false)
        guard let credentials = reply.content?["credentials"]?.array else { throw .malformed }
        return credentials.compactMap { credential in
            guard let id = credential["id"]?.string else { return nil }
            return Device(
                id: id,
                platform: credential["platform"]?.string,
                isAgent: credential["agent"]?.bool ?? false,
                createdAt: credential["createdAt"]?.date,
                lastUsedAt: credential["lastUsedAt"]?.date,
                isCurrent: credential["current"]?.bool ?? false
            )
        }
    }

    /// Ends the access of a device.
    ///
    /// - Throws: ``SessionError/problem(_:)`` with a status of 422 for the only device. Call ``end()`` there.
    public func endAccess(of device: Device) async throws(SessionError) {
        _ = try await send(calls.remove("\(try path)/credentials/\(Calls.escaped(device.id))"), persists: false)
    }

    private var path: String {
        get throws(SessionError) {
            guard let id = credential?.id else { throw .notOpen }
            return Calls.path(of: id)
        }
    }
}
