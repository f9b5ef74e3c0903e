import ArgumentParser
import Glibc
import HTTPCore
import MicroHTTP
import UsherServer

/// Checks whether a server on this machine is alive; for container health checks.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks whether the server on this machine is alive.",
        discussion: """
            It needs the settings of the server's address, as options, in the environment or in the file. The exit code is \
            0 if /healthz responds with 200 within five seconds, and 1 otherwise.
            """
    )

    /// The settings that determine the address of the check.
    enum Address: SettingGroup {
        static let title = ProgramSettings.Listening.title
        static let settings = [
            ProgramSettings.Listening.host, ProgramSettings.Listening.port, ProgramSettings.Listening.operations,
            ProgramSettings.Listening.hostNames,
        ]
    }

    @OptionGroup(title: Address.title) var address: SettingOptions<Address>
    @OptionGroup var file: SettingOptions<ProgramSettings.Configuration>

    func run() throws {
        let rawValues = address.rawValues.merging(file.rawValues) { first, _ in first }
        let probe = HealthProbe(try ResolvedSettings<ProgramSettings>(rawValues).values.server)
        guard let status = probe.statusLine(), status.hasPrefix("HTTP/1.1 200") else {
            StandardError.print("usher: no healthy server responds on port \(probe.port).")
            throw ExitCode(1)
        }
        print("alive")
    }
}

/// A request for `/healthz` to a server on this machine.
struct HealthProbe {
    /// A numeric address of the server.
    let host: String
    let port: Int
    /// The value of the `Host` field, which the server accepts.
    let hostName: String

    /// Chooses the operations address if there is one, because it has connections of its own.
    init(_ server: UsherServer.Settings) {
        if let operations = server.operationsAddress {
            host = Self.reachable(operations.host)
            port = operations.port
            hostName = host.contains(":") ? "[\(host)]" : host
        } else {
            host = Self.reachable(server.http.host)
            port = server.http.port
            hostName = server.http.hostNames.first { $0 != "*" } ?? "localhost"
        }
    }

    /// Returns an address at which this machine reaches a server that listens on another one.
    private static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "localhost": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    /// Returns the first line of the response; `nil` if there is none within five seconds.
    func statusLine() -> String? {
        guard let socket = connected() else { return nil }
        defer { close(socket) }
        let request = Array("GET /healthz HTTP/1.1\r\nHost: \(hostName)\r\nConnection: close\r\n\r\n".utf8)
        guard unsafe send(socket, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else { return nil }
        var response = [UInt8](repeating: 0, count: 64)
        let count = unsafe recv(socket, &response, response.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: response[..<count].prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    private func connected() -> CInt? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else { return nil }
        defer { unsafe freeaddrinfo(first) }
        let socket = unsafe Glibc.socket(first.pointee.ai_family, CInt(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return nil }
        var timeout = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        guard unsafe connect(socket, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
            close(socket)
            return nil
        }
        return socket
    }
}
