extension HTTPRequest {
    /// Whether a program on this machine has sent the request, and no proxy has forwarded it.
    ///
    /// A proxy on this machine connects from a loopback address, too, so a field of a proxy counts against it.
    public var isFromThisMachine: Bool {
        client?.isLoopback == true && !Self.fieldsOfProxies.contains { fields.contains($0) }
    }

    private static let fieldsOfProxies: [HTTPFieldName] = [
        "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP",
    ]
}

/// A handler for pages and calls that only developers on this machine may use.
///
/// ```swift
/// routes.add(.get, "/dev/inbox", ThisMachineHandler(inbox))
/// ```
public struct ThisMachineHandler: HTTPHandler {
    private let next: SameOriginHandler

    /// Creates a handler in front of another one.
    ///
    /// - Parameter next: Handles the requests from this machine that no page of another origin has caused.
    public init(_ next: any HTTPHandler) {
        self.next = SameOriginHandler(next)
    }

    /// Passes the request on, or responds as if there were nothing: with 404, or 403 for a page of another origin.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        guard request.isFromThisMachine else { return reply.send(ProblemDetails(.notFound).response) }
        next.handle(request, reply)
    }
}
