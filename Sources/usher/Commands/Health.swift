import ArgumentParser
import Glibc
import MicroHTTP
import UsherServer

/// Checks whether a server on this machine is alive; for container health checks.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks whether the server on this machine is alive.",
        discussion: "The exit code is 0 if /healthz responds with 200 within five seconds, and 1 otherwise."
    )

    /// The settings that determine the server's port.
    enum Address: SettingGroup {
        static let title = ProgramSettings.Listening.title
        static let settings = [ProgramSettings.Listening.port]
    }

    @OptionGroup var address: SettingOptions<Address>
    @OptionGroup var file: SettingOptions<ProgramSettings.Configuration>

    func run() throws {
        let rawValues = address.rawValues.merging(file.rawValues) { first, _ in first }
        let port = try ResolvedSettings<ProgramSettings>(rawValues).values.server.http.port
        guard let status = Self.statusLine(port: UInt16(clamping: port)), status.hasPrefix("HTTP/1.1 200") else {
            StandardError.print("usher: no healthy server responds on port \(port).")
            throw ExitCode(1)
        }
        print("alive")
    }

    /// Returns the first line of the response of 127.0.0.1 to `GET /healthz`; `nil` if there is none within the timeout.
    private static func statusLine(port: UInt16) -> String? {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        var timeout = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return nil }
        let request = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard unsafe send(socket, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else { return nil }
        var response = [UInt8](repeating: 0, count: 64)
        let count = unsafe recv(socket, &response, response.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: response[..<count].prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
