import Concurrency
import Glibc

/// A TCP connection on this machine, with calls that block.
final class TCPConnection: Sendable {
    private let descriptor: CInt

    init(adopting descriptor: CInt) { self.descriptor = descriptor }

    /// Connects to a port of the loopback address.
    convenience init(port: Int) throws(NetworkError) {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw NetworkError(call: "socket") }
        var address = sockaddr_in.loopback(port: port)
        let code = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            let error = NetworkError(call: "connect")
            Glibc.close(descriptor)
            throw error
        }
        self.init(adopting: descriptor)
    }

    deinit { Glibc.close(descriptor) }

    /// The next bytes, or `nil` at the end of the connection.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    /// Writes all bytes, and returns whether the other side still accepts them.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Ends the connection in both directions, also for a thread that reads from it.
    func end() { shutdown(descriptor, CInt(SHUT_RDWR)) }
}

/// A socket that listens on a free port of the loopback address.
final class TCPListener: Sendable {
    private let descriptor: CInt
    let port: Int

    init() throws(NetworkError) {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw NetworkError(call: "socket") }
        var address = sockaddr_in.loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else {
            let error = NetworkError(call: "bind")
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { Glibc.close(descriptor) }

    /// The next connection, or `nil` after ``stop()``.
    func accept() -> TCPConnection? {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return TCPConnection(adopting: connection)
    }

    func stop() { shutdown(descriptor, CInt(SHUT_RDWR)) }
}

/// A call of the system that failed.
struct NetworkError: Error, CustomStringConvertible {
    let description: String

    init(call: String) { description = "\(call) failed with errno \(errno)." }

    init(_ description: String) { self.description = description }
}

extension sockaddr_in {
    fileprivate static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
