import Concurrency
import Glibc

/// A server that responds to each connection with exactly the given bytes, or not at all.
///
/// It handles one connection after the other, and repeats its last step.
package final class ScriptedServer: Sendable {
    /// The treatment of a connection.
    package enum Step: Sendable {
        /// Reads the request, sends the bytes and closes.
        case respond(String)
        /// Reads the request, sends the bytes, and keeps the connection open until the client closes it.
        case respondAndHang(String)
        /// Reads the request, and sends the bytes again and again until the client closes.
        case respondForever(String, then: String)
        /// Reads the request and sends the bytes one by one, with a pause after each, until the client closes.
        case drip(String)
        /// Closes without reading.
        case close
        /// Reads the request and closes.
        case readAndClose
        /// Keeps the connection open until the client closes it, without reading.
        case hang
    }

    package let port: Int
    private let listener: CInt
    private let received = Lock([String]())

    /// The requests: their heads and contents, in order.
    package var requests: [String] { received.withLock { $0 } }

    package init(_ steps: [Step]) throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        unsafe inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, code else { throw RawClient.Failure("bind") }
        self.listener = listener
        port = Int(address.sin_port.bigEndian)
        _ = try NamedThread(name: "scripted-server") { [received] in
            var number = 0
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Self.perform(steps[min(number, steps.count - 1)], connection, received)
                close(connection)
                number += 1
            }
            // Here and not in `stop()`, because another server could get the same descriptor while this thread uses it.
            close(listener)
        }
    }

    /// Ends the server.
    ///
    /// Its client closes an open connection.
    package func stop() {
        shutdown(listener, CInt(SHUT_RDWR))
    }

    private static func perform(_ step: Step, _ connection: CInt, _ received: Lock<[String]>) {
        func request() {
            let text = readRequest(connection)
            received.withLock { $0.append(text) }
        }
        switch step {
        case .close: break
        case .hang: waitForClose(connection)
        case .readAndClose: request()
        case .respond(let text):
            request()
            _ = send(text, connection)
            // The bytes must reach the client before the connection is reset.
            shutdown(connection, CInt(SHUT_WR))
            waitForClose(connection)
        case .respondAndHang(let text):
            request()
            _ = send(text, connection)
            waitForClose(connection)
        case .respondForever(let text, let rest):
            request()
            guard send(text, connection) else { return }
            while send(rest, connection) {}
        case .drip(let text):
            request()
            for byte in text.utf8 where send(String(decoding: [byte], as: UTF8.self), connection) {
                usleep(50_000)
            }
            waitForClose(connection)
        }
    }

    /// Reads a request with a `Content-Length`.
    private static func readRequest(_ connection: CInt) -> String {
        var bytes: [UInt8] = []
        var wanted = Int.max
        while bytes.count < wanted {
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            let end = Array("\r\n\r\n".utf8)
            if wanted == .max, let head = bytes.firstRange(of: end) {
                let length = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
                wanted = head.upperBound + (length ?? 0)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func waitForClose(_ connection: CInt) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while unsafe recv(connection, &buffer, buffer.count, 0) > 0 {}
    }

    private static func send(_ text: String, _ connection: CInt) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
