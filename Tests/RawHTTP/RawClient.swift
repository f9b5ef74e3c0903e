import CGnuTLS
import Concurrency
import Glibc

/// A client that sends exactly the given bytes and reads the responses.
@safe
package final class RawClient {
    package let descriptor: CInt
    private var unread: [UInt8] = []
    /// The TLS session, or `nil` before ``startTLS(_:)``.
    private var session: gnutls_session_t?

    package init(
        port: Int,
        host: String = "127.0.0.1",
        timeout: Int = 10,
        hasSmallBuffers: Bool = false
    ) throws {
        let isIPv6 = host.utf8.contains(0x3A)
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        var timeout = timeval(tv_sec: timeout, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if hasSmallBuffers {
            // The sender's buffer depends on the size of segments, which is 64 KiB on loopback (tcp(7)).
            for (level, option, value) in [(SOL_SOCKET, SO_RCVBUF, CInt(4_096)), (CInt(IPPROTO_TCP), TCP_MAXSEG, 536)] {
                var value = value
                unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
            }
        }
        let code: CInt
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            unsafe inet_pton(AF_INET6, host, &address.sin6_addr)
            code = unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            unsafe inet_pton(AF_INET, host, &address.sin_addr)
            code = unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        // `deinit` closes the descriptor, also when this throws. A second close could hit a file of another thread.
        guard code == 0 else { throw Failure("connect") }
    }

    deinit {
        if let session = unsafe session { unsafe usher_disconnect_tls(session) }
        close(descriptor)
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(_ call: String) { description = "\(call): errno \(errno)" }
        package init(text: String) { description = text }
    }

    package func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                if let session = unsafe session { return unsafe usher_send_tls(session, $0.baseAddress, $0.count) }
                return unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Starts TLS without a check of the server's certificate, and throws if the handshake fails.
    package func startTLS(_ priorities: String = "NORMAL") throws {
        guard let session = unsafe usher_connect_tls(descriptor, priorities) else { throw Failure("handshake") }
        unsafe self.session = session
    }

    /// The certificate of the server in DER, which is empty without TLS.
    package var certificate: [UInt8] {
        guard let session = unsafe session else { return [] }
        var size: CUnsignedInt = 0
        let bytes = unsafe usher_peer_certificate(session, &size)
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// Makes each call of ``send(_:)-([UInt8])`` send a packet of its own.
    package func sendWithoutDelay() {
        var isOn: CInt = 1
        unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Shuts down the sending side.
    ///
    /// Reading still works.
    package func finishSending() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Reads one response with its content, or returns `nil` if the connection was closed before the first byte.
    package func readResponse(toHead: Bool = false) throws -> RawResponse? {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                var response = try RawResponse(head: String(decoding: unread[..<end.lowerBound], as: UTF8.self))
                unread.removeSubrange(..<end.upperBound)
                if response.status == 100 { continue }
                let length = toHead || response.status == 204 || response.status == 304 ? 0 : response.length
                while unread.count < length {
                    guard try readMore() else { throw Failure(text: "the content was cut off") }
                }
                response.body = Array(unread[..<length])
                unread.removeFirst(length)
                return response
            }
            guard try readMore() else {
                guard unread.isEmpty else { throw Failure(text: "the head was cut off") }
                return nil
            }
        }
    }

    /// Reads until the other side closes, and throws if it does not within the timeout.
    package func readToEnd() throws -> String {
        while try readMore() {}
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Reads until at least this many bytes are buffered, and returns them without removing them.
    package func peek(_ count: Int) throws -> String {
        while unread.count < count {
            guard try readMore() else { break }
        }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Reads and removes the bytes up to and including a text, or to the end of the stream.
    package func readUntil(_ text: String) throws -> String {
        while unread.firstRange(of: Array(text.utf8)) == nil {
            guard try readMore() else { break }
        }
        let end = unread.firstRange(of: Array(text.utf8))?.upperBound ?? unread.count
        defer { unread.removeFirst(end) }
        return String(decoding: unread[..<end], as: UTF8.self)
    }

    /// Reads and removes a number of bytes.
    package func read(_ count: Int) throws -> [UInt8] {
        while unread.count < count {
            guard try readMore() else { throw Failure(text: "the content was cut off") }
        }
        defer { unread.removeFirst(count) }
        return Array(unread[..<count])
    }

    /// Reads a chunked response to its end, and returns the size of its content, or -1 if the chunks are malformed.
    package func countChunks() throws -> Int {
        _ = try readUntil("\r\n\r\n")
        var total = 0
        while true {
            guard let size = Int(try readUntil("\r\n").dropLast(1), radix: 16) else { return -1 }
            while unread.count < size + 2 {
                guard try readMore() else { return -1 }
            }
            unread.removeFirst(size + 2)
            if size == 0 { return total }
            total += size
        }
    }

    private func readMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16384)
        let count =
            if let session = unsafe session {
                unsafe usher_receive_tls(session, &buffer, buffer.count)
            } else {
                unsafe recv(descriptor, &buffer, buffer.count, 0)
            }
        // A connection that was reset counts as closed.
        if count < 0, errno == ECONNRESET { return false }
        guard count >= 0 else { throw Failure("recv") }
        unread += buffer[..<count]
        return count > 0
    }
}

package struct RawResponse {
    package var status: Int
    package var lines: [String]
    package var body: [UInt8] = []

    package init(head: String) throws {
        var lines = head.split(separator: "\r\n").map(String.init)
        guard !lines.isEmpty else { throw RawClient.Failure(text: "an empty head") }
        let parts = lines.removeFirst().split(separator: " ")
        guard parts.count > 1, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", let status = Int(parts[1]) else {
            throw RawClient.Failure(text: "not a response: \(head)")
        }
        self.status = status
        self.lines = lines
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    package var length: Int { field("content-length").flatMap { Int($0) } ?? 0 }

    package func field(_ name: String) -> String? {
        for line in lines where line.lowercased().hasPrefix("\(name):") {
            return String(line.dropFirst(name.count + 1).drop { $0 == " " })
        }
        return nil
    }
}

extension RawClient {
    /// Returns whether there are bytes to read, waiting for them up to a limit.
    package func hasBytes(within milliseconds: CInt) -> Bool {
        guard unread.isEmpty else { return true }
        var polled = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, milliseconds) > 0
    }

    /// Returns whether the other side has closed, waiting for it up to a limit.
    package func hasEnded(within milliseconds: CInt) throws -> Bool {
        var polled = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
        guard unsafe poll(&polled, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK)) <= 0
    }
}

/// Checks a condition every 10 ms until it holds, and returns whether it does within a minute.
package func eventually(_ condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<6_000 {
        if try condition() { return true }
        usleep(10_000)
    }
    return false
}

/// Runs a blocking body on a thread of its own.
package func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async -> Result<Value, any Error> {
    // The thread sanitizer sees the order that a lock makes. It does not see the order that a continuation makes which
    // is resumed before the wait begins.
    let result = Lock<Result<Value, any Error>?>(nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        do {
            _ = try NamedThread(name: "client") {
                let value = Result { try body() }
                result.withLock { $0 = value }
                continuation.resume()
            }
        } catch {
            result.withLock { $0 = .failure(error) }
            continuation.resume()
        }
    }
    guard let value = result.withLock({ $0 }) else {
        preconditionFailure("The continuation is resumed when there is a result.")
    }
    return value
}
