/// Sees each request before its handler, and each response after it; synchronous.
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
    /// Sees a request, and may change it for the filters and the handler that follow.
    ///
    /// - Returns: A response when the request goes no further; `nil` to let it pass.
    func admit(_ request: inout HTTPRequest) -> HTTPResponse?

    /// Sees a response, and may change it.
    ///
    /// Every response passes here, those to requests that the server or another filter has refused included.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request as the filters have left it, without its body. Of a malformed request only the method, the
    ///     peer and the id are known.
    func finish(_ response: inout HTTPResponse, to request: HTTPRequest)
}

extension HTTPFilter {
    /// Lets every request pass.
    public func admit(_ request: inout HTTPRequest) -> HTTPResponse? { nil }

    /// Leaves every response as it is.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {}
}

/// The filters that every request and every response of a server passes.
public struct HTTPFilters: Sendable {
    private let filters: [any HTTPFilter]

    /// Puts filters in an order.
    ///
    /// - Parameter filters: The filter that sees requests first, and responses last, comes first.
    public init(_ filters: [any HTTPFilter] = []) {
        self.filters = filters
    }

    /// Shows a request to the filters, until one of them has a response.
    ///
    /// - Returns: The response, not seen by ``finish(_:to:)`` yet; `nil` when the request goes on to its handler.
    public func admit(_ request: inout HTTPRequest) -> HTTPResponse? {
        // By index, as an iterator would copy each filter.
        for index in filters.indices {
            if let response = filters[index].admit(&request) { return response }
        }
        return nil
    }

    /// Shows a response to all filters, the last one first.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        for index in filters.indices.reversed() { filters[index].finish(&response, to: request) }
    }
}

/// A handler behind filters, for requests that don't come through a server that has them.
public struct FilteredHandler: HTTPHandler {
    private let filters: HTTPFilters
    private let next: any HTTPHandler

    /// Puts filters in front of a handler.
    ///
    /// - Parameters:
    ///   - filters: The filters.
    ///   - next: Handles what they let pass.
    public init(_ filters: HTTPFilters, next: any HTTPHandler) {
        self.filters = filters
        self.next = next
    }

    /// Handles a request by the first filter that has a response, or by the handler.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        var request = request
        let response = filters.admit(&request)
        let filtered = reply.mapped { [filters, request] response in
            var response = response
            filters.finish(&response, to: request)
            return response
        }
        if let response { filtered.send(response) } else { next.handle(request, filtered) }
    }
}
