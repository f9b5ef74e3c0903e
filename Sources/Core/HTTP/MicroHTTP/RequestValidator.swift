internal import HTTPCore

/// The request validator: checks the head of a request before any other code of the server uses it.
///
/// libmicrohttpd 0.9.75 accepts requests that two HTTP servers would split differently (request smuggling): two lengths, a
/// length beside a transfer coding, folded lines that forge a field name, a space before a colon. An ambiguous request is
/// rejected, and its connection closed, because the position of the next request is unknown.
///
/// The checks, and the reason for each:
/// - Version and method: the library passes on every minor version and every method, such as `HTTP/1.9` and `TRACE`.
/// - Target: the library decodes the path and cuts it at `%00`, so the raw target is validated. An encoded separator could
///   lead to another route or file than the one a proxy has checked. The host of an absolute target replaces `Host`.
/// - Number and size of the fields: a limit below the library's own of 32 KiB, because the library's response is HTML.
/// - Field names and values: rejects a space before a colon, which hides a `Content-Length`, and a carriage return in a
///   value, which could forge a line in a log or a response.
/// - Combining marks: a long run of them makes each comparison of the text slow.
/// - Repeated fields: one server uses the first value and another one the last.
/// - `Transfer-Encoding`: with any coding but chunked, the library reads a body without end or limit.
/// - `Content-Length`: digits only, since a sign or a list has more than one reading.
/// - `Host`: another name may be DNS rebinding.
/// - A body on a method without one: some servers don't read it, and take it for the next request.
/// - The size and the position of each part: shows what the library has already changed, such as folded lines.
struct RequestValidator: Sendable {
    /// The result of a validation.
    enum Outcome {
        /// The request may be handled.
        case valid(ValidRequest)
        case rejected(ProblemDetails)
    }

    /// The parts of a valid head that the fields don't show.
    struct ValidRequest {
        var method: HTTPMethod
        /// The path and the query, or `*` for the whole server.
        var target: [UInt8]
        /// The host and port of an absolute target, which replace the field `Host` (RFC 9112 §3.2.2).
        var host: String?
        var hasBody: Bool
        /// Whether the body is chunked.
        ///
        /// Only the library finds the end of such a body, so no request may follow.
        var isChunked: Bool
        /// Whether the body is longer than a handler takes as a whole.
        var isTooLarge: Bool
    }

    /// The limits and the hosts of ``HTTPServer/Configuration``.
    var targetBytesLimit: Int
    var headerBytesLimit: Int
    var headerCountLimit: Int
    var bodyBytesLimit: Int
    /// The accepted hosts in lower case, without ports, or none to accept any.
    var hostNames: [[UInt8]]
    /// The paths of health checks, for which HTTP/1.0 needs no host, even if only some hosts are accepted.
    var hostlessPaths: [[UInt8]] = []

    func validate(_ head: RequestHead) -> Outcome {
        guard head.version == "HTTP/1.1" || head.version == "HTTP/1.0" else {
            return reject(.versionNotSupported, "This server supports HTTP/1.1 and HTTP/1.0.")
        }
        guard head.method.utf8.allSatisfy(\.isTokenByte), !head.method.isEmpty else {
            return reject(.malformedRequest, "The method is not a valid token.")
        }
        guard let method = HTTPMethod(rawValue: head.method) else { return rejectMethod(head.method) }
        guard head.target.count <= targetBytesLimit else {
            return reject(.targetTooLong, "The target has more than \(targetBytesLimit) bytes.")
        }
        guard let target = RequestTarget(head.target, method) else {
            return reject(
                .malformedRequest,
                "The target must be a path that begins with a slash, an http address, or * for OPTIONS."
            )
        }
        if let problem = problem(target: target.origin) { return .rejected(problem) }
        var facts = FieldFacts(fieldBytes: head.blankBytes)
        var problem: ProblemDetails?
        head.fields.forEachBytes { name, value in
            guard let found = check(name, value, &facts) else { return true }
            problem = found
            return false
        }
        if let problem { return .rejected(problem) }
        if let authority = target.authority, let problem = check(host: authority.span, &facts) {
            return .rejected(problem)
        }
        if target.authority == nil, !facts.contains(.host), !hostNames.isEmpty, !isHostless(target.origin) {
            facts.hasWrongHost = true
        }
        if let problem = self.problem(facts: facts, method: method, head) { return .rejected(problem) }
        return .valid(
            ValidRequest(
                method: method,
                target: target.origin,
                host: target.authority.map { String(decoding: $0, as: UTF8.self) },
                hasBody: facts.hasBody,
                isChunked: facts.isChunked,
                isTooLarge: facts.isLengthTooLarge
            )
        )
    }

    private func isHostless(_ target: [UInt8]) -> Bool {
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        return hostlessPaths.contains { path.elementsEqual($0) }
    }

    // MARK: - Request line

    private func rejectMethod(_ method: String) -> Outcome {
        guard method == "TRACE" || method == "CONNECT" else {
            return reject(.notImplemented, "This server does not support the method.")
        }
        var problem = ProblemDetails(.methodNotAllowed, detail: "This server does not allow the method at any path.")
        problem.fields[.allow] = HTTPMethod.allCases.map(\.rawValue).joined(separator: ", ")
        return .rejected(problem)
    }

    private func problem(target: [UInt8]) -> ProblemDetails? {
        let bytes = target.span
        var index = 0
        var isPath = true
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case _ where byte.isPlainInTarget: break
            case UInt8(ascii: "?"): isPath = false
            // Browsers send it as it is, and every server and proxy takes the query as one piece.
            case UInt8(ascii: "\\") where !isPath: break
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
                    let low = bytes[index + 2].hexadecimalValue
                else {
                    // Links in mails end in "?campaign=50%", which a browser sends unchanged. The page must open all the
                    // same, so such a parameter is only missing for the route that looks for it.
                    if !isPath { break }
                    return malformed("A % in a path must be followed by two hexadecimal digits.")
                }
                let decoded = high << 4 | low
                // In a query a slash is plain text. In a path, one server splits at an encoded slash and another one
                // doesn't.
                guard decoded != 0, !isPath || decoded != UInt8(ascii: "/") && decoded != UInt8(ascii: "\\") else {
                    return malformed("The target has an encoded slash, backslash or zero byte.")
                }
            default: return malformed("The target has a byte that must be percent-encoded.")
            }
            index += 1
        }
        return nil
    }

    // MARK: - Fields

    /// The facts of the fields that decide the end of the request and its host.
    private struct FieldFacts {
        private var recorded: UInt16 = 0
        var fieldBytes: Int
        var lineCount = 0
        var contentLength: Int?
        var isLengthTooLarge = false
        var isChunked = false
        var hasUnknownCoding = false
        var hasWrongHost = false

        /// - Parameter fieldBytes: The number of blanks around the values.
        init(fieldBytes: Int) {
            self.fieldBytes = fieldBytes
        }

        var hasBody: Bool { isChunked || contentLength ?? 0 > 0 }

        func contains(_ single: SingletonField) -> Bool { recorded & 1 << single.rawValue != 0 }

        /// Records a field, and returns whether it occurred before.
        mutating func record(_ single: SingletonField) -> Bool {
            defer { recorded |= 1 << single.rawValue }
            return contains(single)
        }
    }

    /// The fields that may occur only once.
    private enum SingletonField: UInt16 {
        case host, contentLength, transferEncoding, contentType, authorization, cookie, idempotencyKey, ifMatch
        case ifScreen, lastEventID

        /// Selects by length first, so a name is compared with two candidates at most.
        init?(_ name: Span<UInt8>) {
            switch name.count {
            case 4 where name.isName("host"): self = .host
            case 6 where name.isName("cookie"): self = .cookie
            case 8 where name.isName("if-match"): self = .ifMatch
            case 9 where name.isName("if-screen"): self = .ifScreen
            case 12 where name.isName("content-type"): self = .contentType
            case 13 where name.isName("authorization"): self = .authorization
            case 13 where name.isName("last-event-id"): self = .lastEventID
            case 14 where name.isName("content-length"): self = .contentLength
            case 15 where name.isName("idempotency-key"): self = .idempotencyKey
            case 17 where name.isName("transfer-encoding"): self = .transferEncoding
            default: return nil
            }
        }
    }

    private func check(_ name: Span<UInt8>, _ value: Span<UInt8>, _ facts: inout FieldFacts) -> ProblemDetails? {
        facts.lineCount += 1
        // Three more bytes are the colon and the line end.
        facts.fieldBytes += name.count + value.count + 3
        guard facts.lineCount <= headerCountLimit, facts.fieldBytes <= headerBytesLimit else {
            return headerTooLarge
        }
        guard !name.isEmpty, name.allBytes(\.isTokenByte) else {
            return malformed("A header field's name is not a valid token.")
        }
        guard value.isFieldValue else { return malformed("A header field's value has a control character.") }
        guard value.isStreamSafe else {
            return malformed("A header field's value has more than 30 combining marks in a row.")
        }
        guard let single = SingletonField(name) else { return nil }
        guard !facts.record(single) else {
            return malformed("A header field that may occur only once occurs twice.")
        }
        switch single {
        case .host: return check(host: value, &facts)
        case .contentLength: return check(contentLength: value, &facts)
        case .transferEncoding:
            facts.isChunked = value.isName("chunked")
            facts.hasUnknownCoding = !facts.isChunked
            return nil
        case .contentType, .authorization, .cookie, .idempotencyKey, .ifMatch, .ifScreen, .lastEventID: return nil
        }
    }

    /// The problem of a header beyond the limits.
    private var headerTooLarge: ProblemDetails {
        ProblemDetails(
            .headerTooLarge,
            detail: "The header has more than \(headerCountLimit) lines or \(headerBytesLimit) bytes."
        )
    }

    private func check(contentLength value: Span<UInt8>, _ facts: inout FieldFacts) -> ProblemDetails? {
        guard !value.isEmpty, value.allBytes(\.isDigit) else { return malformed("Content-Length is not a number.") }
        var length = 0
        for index in value.indices {
            length = length * 10 + Int(value[index] & 15)
            // The length is over the limit already, and the next digits could overflow it.
            if length > bodyBytesLimit {
                facts.isLengthTooLarge = true
                break
            }
        }
        facts.contentLength = length
        return nil
    }

    private func check(host value: Span<UInt8>, _ facts: inout FieldFacts) -> ProblemDetails? {
        guard let count = value.hostByteCount else { return malformed("The host is not valid.") }
        guard !hostNames.isEmpty else { return nil }
        let name = value.extracting(0..<count)
        facts.hasWrongHost = !hostNames.contains { $0.span.equalsIgnoringCase(name) }
        return nil
    }

    private func problem(facts: FieldFacts, method: HTTPMethod, _ head: RequestHead) -> ProblemDetails? {
        let isChunkable = head.version == "HTTP/1.1"
        if facts.contains(.transferEncoding) {
            guard facts.contentLength == nil else {
                return malformed("A request must not have both Transfer-Encoding and Content-Length.")
            }
            guard !facts.hasUnknownCoding else {
                return ProblemDetails(
                    .notImplemented,
                    detail: "This server supports only the transfer coding 'chunked'."
                )
            }
            guard isChunkable else { return malformed("HTTP/1.0 does not support Transfer-Encoding.") }
        }
        guard facts.contains(.host) || !isChunkable else { return malformed("The Host field is missing.") }
        if facts.hasWrongHost {
            return ProblemDetails(.misdirectedRequest, detail: "This server does not serve the host in the Host field.")
        }
        if facts.hasBody {
            switch method {
            case .get, .head, .delete, .options: return malformed("A \(method.rawValue) request must not have a body.")
            case .post, .put, .patch: break
            }
        }
        // An ordinary head has a known size: one space or colon and the counted blanks between the parts, two bytes at
        // the end of each line. A different size means that the parser changed something another server may read
        // differently: a folded line, a bare line feed, a zero byte. Sizes alone could be made to add up, with too many
        // bytes in one line and too few in others, so the parts must also be adjacent.
        let requestLine = head.method.utf8.count + 1 + head.target.count + 1 + head.version.utf8.count + 2
        guard head.isContiguous, head.size == requestLine + facts.fieldBytes + 2 else {
            return malformed("The header's spaces or line ends do not follow RFC 9112.")
        }
        return nil
    }

    private func malformed(_ detail: String) -> ProblemDetails {
        ProblemDetails(.malformedRequest, detail: detail)
    }

    private func reject(_ type: ProblemType, _ detail: String) -> Outcome {
        .rejected(ProblemDetails(type, detail: detail))
    }
}

extension Span<UInt8> {
    fileprivate func allBytes(_ isFine: (UInt8) -> Bool) -> Bool {
        for index in indices where !isFine(self[index]) {
            return false
        }
        return true
    }

    /// Whether the bytes are `lowercaseName` in any case.
    fileprivate func isName(_ lowercaseName: StaticString) -> Bool {
        equals(lowercaseName) { $0.lowercased }
    }

    private func equals(_ text: StaticString, _ form: (UInt8) -> UInt8) -> Bool {
        text.withUTF8Buffer { text in
            guard text.count == count else { return false }
            for index in indices where unsafe form(self[index]) != text[index] {
                return false
            }
            return true
        }
    }
}

extension UInt8 {
    /// Whether the byte may occur in a target as it is: visible ASCII except `#`, `%`, `?` and `\`.
    fileprivate var isPlainInTarget: Bool {
        switch Unicode.Scalar(self) {
        case "#", "%", "?", "\\": false
        case "!"..."~": true
        default: false
        }
    }
}
