internal import Synchronization

/// Gives each request an id under which it is logged and answered (`X-Request-Id`).
///
/// A client's own id is kept when it is short and plain.
public struct RequestIdentity: HTTPFilter {
    /// Makes the filter.
    public init() {}

    /// Sets the id of the request.
    public func admit(_ request: inout HTTPRequest) -> HTTPResponse? {
        request.id = request.fields[.xRequestID].flatMap(Self.plain) ?? Self.makeID()
        return nil
    }

    /// Tells the client the id.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        response.fields.append(.xRequestID, request.id)
    }

    private static func plain(_ text: String) -> String? {
        let isPlain =
            (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
        return isPlain ? text : nil
    }

    /// Short enough, together with the number of two thousand million requests, for a text without memory of its own.
    private static let process = Array((String(UInt64.random(in: .min ... .max), radix: 36).suffix(8) + "-").utf8)
    private static let count = Atomic<UInt64>(0)

    /// A new id: unique on this server, and in all likelihood anywhere.
    package static func makeID() -> String {
        var number = count.add(1, ordering: .relaxed).newValue
        var digits = 1
        var rest = number / 36
        while rest > 0 { (digits, rest) = (digits + 1, rest / 36) }
        return unsafe String(unsafeUninitializedCapacity: process.count + digits) { text in
            for place in process.indices { unsafe text[place] = process[place] }
            for place in (process.count..<process.count + digits).reversed() {
                let digit = UInt8(number % 36)
                unsafe text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                number /= 36
            }
            return process.count + digits
        }
    }
}
