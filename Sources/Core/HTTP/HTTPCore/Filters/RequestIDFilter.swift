internal import Synchronization

/// A filter that gives each request an id for the log and the response (`X-Request-Id`).
///
/// A client's own id is kept when it is short and plain: 1 to 64 letters, digits, `-`, `.` or `_`.
public struct RequestIDFilter: HTTPFilter {
    /// Creates the filter.
    public init() {}

    /// Sets the id of the request.
    public func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
        request.id = request.fields[.xRequestID].flatMap(Self.plain) ?? Self.makeID()
        return nil
    }

    /// Adds the id to the response.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        response.fields.append(.xRequestID, request.id)
    }

    private static func plain(_ text: String) -> String? {
        let isPlain =
            (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
        return isPlain ? text : nil
    }

    /// A random prefix for this process, so short that an id fits into an inline `String` up to two thousand million requests.
    private static let process = Array((String(UInt64.random(in: .min ... .max), radix: 36).suffix(8) + "-").utf8)
    private static let count = Atomic<UInt64>(0)

    /// Returns a new id, unique on this server and very probably everywhere.
    package static func makeID() -> String {
        var number = count.add(1, ordering: .relaxed).newValue
        var digits = 1
        var rest = number / 36
        while rest > 0 { (digits, rest) = (digits + 1, rest / 36) }
        return unsafe String(unsafeUninitializedCapacity: process.count + digits) { text in
            for index in process.indices { unsafe text[index] = process[index] }
            for index in (process.count..<process.count + digits).reversed() {
                let digit = UInt8(number % 36)
                unsafe text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                number /= 36
            }
            return process.count + digits
        }
    }
}
