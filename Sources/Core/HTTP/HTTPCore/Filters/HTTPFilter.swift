/// A synchronous hook that runs before each handler and on each response.
///
/// ```swift
/// struct Stamp: HTTPFilter {
///     func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
///         response.fields.append(.xRequestID, request.id)
///     }
/// }
/// try server.start(routes, filters: HTTPFilters([Stamp()]))
/// ```
public protocol HTTPFilter: Sendable {
    /// Inspects a request, and may change it for the following filters and the handler.
    ///
    /// - Returns: A response that ends the request here, or `nil` to continue.
    func intercept(_ request: inout HTTPRequest) -> HTTPResponse?

    /// Inspects a response, and may change it.
    ///
    /// It is called for every response, including responses of the server or of another filter to rejected requests. Only the few
    /// responses that libmicrohttpd sends by itself pass by.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request as the filters left it, without its body. Of a malformed request only the method, the
    ///     peer, the id, `Accept` and `Accept-Language` are set.
    func finish(_ response: inout HTTPResponse, to request: HTTPRequest)
}

extension HTTPFilter {
    /// Continues every request without changes.
    public func intercept(_ request: inout HTTPRequest) -> HTTPResponse? { nil }

    /// Leaves the response unchanged.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {}
}

/// The filters of a server, in order.
public struct HTTPFilters: Sendable {
    private let filters: [any HTTPFilter]

    /// Creates an ordered list of filters.
    ///
    /// - Parameter filters: The first one sees requests first and responses last.
    public init(_ filters: [any HTTPFilter] = []) {
        self.filters = filters
    }

    /// Passes a request through the filters until one returns a response.
    ///
    /// - Returns: The response, not yet passed through ``finish(_:to:)``, or `nil` when the request continues to its handler.
    public func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
        // An iterator would copy each filter.
        for index in filters.indices {
            if let response = filters[index].intercept(&request) { return response }
        }
        return nil
    }

    /// Passes a response through all filters, the last one first, and then omits the content of a response to `HEAD`.
    ///
    /// A handler responds to `HEAD` as to `GET`, so a filter that changes the content gives both responses the same fields.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        for index in filters.indices.reversed() { filters[index].finish(&response, to: request) }
        if request.method == .head { response = response.withoutContent }
    }
}

/// A handler with filters, for requests that don't come through a server that applies them.
public struct FilteredHandler: HTTPHandler {
    private let filters: HTTPFilters
    private let next: any HTTPHandler

    /// Creates a handler with filters in front of another one.
    ///
    /// - Parameters:
    ///   - filters: The filters.
    ///   - next: Handles the requests that the filters continue.
    public init(_ filters: HTTPFilters, next: any HTTPHandler) {
        self.filters = filters
        self.next = next
    }

    /// Sends the response of the first filter that returns one, or else of the handler.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        var request = request
        let response = filters.intercept(&request)
        let filtered = reply.mapped { [filters, request] response in
            var response = response
            filters.finish(&response, to: request)
            return response
        }
        if let response { filtered.send(response) } else { next.handle(request, filtered) }
    }

    /// Returns whether the handler behind the filters does.
    public func streamsBody(of request: inout HTTPRequest) -> Bool { next.streamsBody(of: &request) }
}
