internal import Glibc

#if TLS
internal import CGnuTLS
#endif

/// A request for the health of a server, over a connection of its own.
public struct HTTPProbe: Sendable {
    /// The address or name of the server.
    public var host: String
    /// The port of the server.
    public var port: Int
    /// The value of the `Host` field.
    public var hostName: String
    /// Whether the server speaks TLS, with a certificate that is not checked.
    public var usesTLS: Bool

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - host: The address or name of the server.
    ///   - port: The port of the server.
    ///   - hostName: The value of the `Host` field.
    ///   - usesTLS: Whether the server speaks TLS.
    public init(host: String, port: Int, hostName: String, usesTLS: Bool = false) {
        self.host = host
        self.port = port
        self.hostName = hostName
        self.usesTLS = usesTLS
    }

    /// Sends `GET` for a path and blocks until the response.
    ///
    /// - Parameter path: The path.
    /// - Returns: The status code, or `nil` if there is no response within five seconds.
    public func status(of path: String) -> Int? {
        guard let socket = connected() else { return nil }
        defer { close(socket) }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: \(hostName)\r\nConnection: close\r\n\r\n".utf8)
        var response = [UInt8](repeating: 0, count: 64)
        let count = exchange(request, &response, over: socket)
        guard count > 0 else { return nil }
        let words = String(decoding: response[..<count], as: UTF8.self).split(separator: " ")
        return words.count > 1 && words[0] == "HTTP/1.1" ? Int(words[1]) : nil
    }

    /// Sends the request and receives the beginning of the response.
    ///
    /// - Returns: The number of bytes that were received, which is not positive after an error.
    private func exchange(_ request: [UInt8], _ response: inout [UInt8], over socket: CInt) -> Int {
        if usesTLS {
            #if TLS
            guard let session = unsafe usher_connect_tls(socket, "NORMAL") else { return 0 }
            defer { unsafe usher_disconnect_tls(session) }
            guard unsafe usher_send_tls(session, request, request.count) == request.count else { return 0 }
            return unsafe usher_receive_tls(session, &response, response.count)
            #else
            return 0
            #endif
        }
        guard unsafe send(socket, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else { return 0 }
        return unsafe recv(socket, &response, response.count, 0)
    }

    private func connected() -> CInt? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else { return nil }
        defer { unsafe freeaddrinfo(first) }
        let descriptor = unsafe socket(
            first.pointee.ai_family,
            CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { return nil }
        var timeout = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        guard unsafe connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
