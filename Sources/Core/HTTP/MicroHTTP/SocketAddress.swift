internal import Glibc
internal import HTTPCore

/// An IPv4 or IPv6 address with a port.
struct SocketAddress {
    private var storage: sockaddr_storage
    private var length: socklen_t

    var family: CInt { CInt(storage.ss_family) }

    /// Resolves a host name or a numeric address.
    init(host: String, port: Int) throws(SocketError) {
        guard let port = UInt16(exactly: port) else { throw SocketError(call: "getaddrinfo", code: EINVAL) }
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &list)
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        guard code == 0, let found = unsafe list?.pointee, let address = unsafe found.ai_addr else {
            // getaddrinfo has error codes of its own, and only EAI_SYSTEM sets errno.
            throw SocketError(call: "getaddrinfo", code: code == EAI_SYSTEM ? errno : EADDRNOTAVAIL)
        }
        unsafe self.init(address, length: found.ai_addrlen)
    }

    /// The address that a socket is bound to.
    init(boundTo descriptor: CInt) throws(SocketError) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard code == 0 else { throw SocketError(call: "getsockname") }
        self.storage = storage
        self.length = length
    }

    /// Copies an address of unknown length.
    ///
    /// The length follows from its family. The result is `nil` unless that is IPv4 or IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        // Every address starts with its family (sockaddr(3type)). It is read from memory, because the field `sa_family`
        // belongs to the C module that the compiler imported the header from first.
        switch unsafe CInt(UnsafeRawPointer(address).load(as: sa_family_t.self)) {
        case AF_INET: unsafe self.init(address, length: socklen_t(MemoryLayout<sockaddr_in>.size))
        case AF_INET6: unsafe self.init(address, length: socklen_t(MemoryLayout<sockaddr_in6>.size))
        default: return nil
        }
    }

    /// Copies an address of a known length.
    init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        var storage = sockaddr_storage()
        let count = min(Int(length), MemoryLayout<sockaddr_storage>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count))
        }
        self.storage = storage
        self.length = socklen_t(count)
    }

    /// Binds a socket to the address.
    func bind(_ descriptor: CInt) throws(SocketError) {
        let code = unsafe withSocketAddress { unsafe Glibc.bind(descriptor, $0, length) }
        guard code == 0 else { throw SocketError(call: "bind") }
    }

    /// The port, in the host's byte order.
    var port: Int {
        unsafe withUnsafeBytes(of: storage) { bytes in
            // Both families have the port at this offset, in network byte order.
            unsafe Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }

    /// The numeric address, with an IPv4-mapped IPv6 address as plain IPv4.
    var host: String {
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = unsafe withSocketAddress {
            unsafe getnameinfo($0, length, &buffer, socklen_t(NI_MAXHOST), nil, 0, NI_NUMERICHOST)
        }
        guard code == 0 else { return "" }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.hasPrefix("::ffff:") && text.utf8.contains(UInt8(ascii: ".")) ? String(text.dropFirst(7)) : text
    }

    /// The address as a value for limits, or `nil` unless it is IPv4 or IPv6.
    var clientAddress: ClientAddress? {
        unsafe withUnsafeBytes(of: storage) { bytes in
            switch family {
            case AF_INET:
                // The address is at this offset of sockaddr_in, in network byte order.
                return unsafe ClientAddress(version4: Self.bits(of: bytes[4..<8], as: UInt32.self))
            case AF_INET6:
                // It is at this offset of sockaddr_in6. An IPv4-mapped address is equal to its IPv4 form.
                return unsafe ClientAddress(
                    high: Self.bits(of: bytes[8..<16], as: UInt64.self),
                    low: Self.bits(of: bytes[16..<24], as: UInt64.self)
                )
            default: return nil
            }
        }
    }

    private static func bits<Bits: FixedWidthInteger>(of bytes: Slice<UnsafeRawBufferPointer>, as: Bits.Type) -> Bits {
        unsafe bytes.reduce(0) { $0 << 8 | Bits($1) }
    }

    private func withSocketAddress(_ body: (UnsafePointer<sockaddr>) -> CInt) -> CInt {
        unsafe withUnsafePointer(to: storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
        }
    }
}
