internal import Glibc

/// Listening sockets at one address and port, one for each event loop, among which the kernel distributes connections.
struct ListeningSockets {
    let descriptors: [CInt]
    /// The numeric address.
    let address: String
    let port: Int

    /// Binds the sockets and starts to listen.
    ///
    /// On Linux any process of the same user can bind to a port that was bound with `SO_REUSEPORT`, and would get a part
    /// of the connections. So the first socket is bound without the option, which fails if the port is in use, and sets
    /// it before the others are bound.
    init(configuration: HTTPServer.Configuration) throws(HTTPServerError) {
        let host = configuration.host
        var bound: SocketAddress
        do throws(SocketError) {
            bound = try SocketAddress(host: host, port: configuration.port)
        } catch {
            throw error.asServerError(host: host, port: configuration.port)
        }
        var descriptors: [CInt] = []
        do throws(SocketError) {
            for number in 0..<configuration.loopCount {
                let descriptor = try ListeningSockets.makeSocket(bound, isDualStack: configuration.isDualStack)
                descriptors.append(descriptor)
                if number > 0 { try set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
                try bound.bind(descriptor)
                bound = try SocketAddress(boundTo: descriptor)
                if number == 0, configuration.loopCount > 1 { try set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
            }
            // No socket listens before all are bound: a failed bind would close it again, and reset the connections in
            // its queue.
            for descriptor in descriptors where listen(descriptor, SOMAXCONN) != 0 {
                throw SocketError(call: "listen")
            }
        } catch {
            descriptors.forEach { close($0) }
            throw error.asServerError(host: host, port: configuration.port)
        }
        self.descriptors = descriptors
        address = bound.host
        port = bound.port
    }

    private static func makeSocket(_ address: SocketAddress, isDualStack: Bool) throws(SocketError) -> CInt {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket") }
        do throws(SocketError) {
            // Connections of a previous server stay in TIME_WAIT for a minute, and would make bind fail.
            try set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            for (level, option, value) in DeadPeerDetection.options { try set(descriptor, level, option, value) }
            if address.family == AF_INET6 {
                try set(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, isDualStack ? 0 : 1)
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }
}

/// A failed C call on a socket.
struct SocketError: Error {
    let call: String
    let code: CInt

    init(call: String, code: CInt = errno) {
        self.call = call
        self.code = code
    }

    func asServerError(host: String, port: Int) -> HTTPServerError {
        code == EADDRINUSE && (call == "bind" || call == "listen")
            ? .portInUse(host: host, port: port)
            : .addressUnusable(host: host, port: port, call: call, code: code)
    }
}

private func set(_ descriptor: CInt, _ level: CInt, _ option: CInt, _ value: CInt) throws(SocketError) {
    var value = value
    let code = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    guard code == 0 else { throw SocketError(call: "setsockopt") }
}
