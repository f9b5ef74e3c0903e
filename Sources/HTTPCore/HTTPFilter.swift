/// Looks at a request before its handler does, and at the answer after it, without waiting for anything.
///
/// ```swift
/// struct Stamp: HTTPFilter {
///     func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
///         response.fields.append(.xRequestID, request.id)
///     }
/// }
/// let stamped = FilteredHandler([Stamp()], next: routes)
/// ```
public protocol HTTPFilter: Sendable {
    /// Looks at a request, and changes it for those who come after.
    ///
    /// - Returns: The answer, when nobody else is to be asked; this filter isn't shown it again.
    func admit(_ request: inout HTTPRequest) -> HTTPResponse?

    /// Looks at the answer to a request that this filter has let pass.
    ///
    /// - Parameters:
    ///   - response: The answer, which may be changed.
    ///   - request: The request as it was passed on.
    func finish(_ response: inout HTTPResponse, to request: HTTPRequest)
}

extension HTTPFilter {
    /// Lets every request pass.
    public func admit(_ request: inout HTTPRequest) -> HTTPResponse? { nil }

    /// Leaves every answer as it is.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {}
}

/// A handler behind filters.
public struct FilteredHandler: HTTPHandler {
    private let filters: [any HTTPFilter]
    private let next: any HTTPHandler

    /// Puts filters in front of a handler.
    ///
    /// - Parameters:
    ///   - filters: The one that sees requests first, and answers last, comes first.
    ///   - next: Answers what they let pass.
    public init(_ filters: [any HTTPFilter], next: any HTTPHandler) {
        // One call that may wait, however many put filters in front of each other.
        let inner = next as? FilteredHandler
        self.filters = filters + (inner?.filters ?? [])
        self.next = inner?.next ?? next
    }

    /// Answers a request by the first filter that does, or by the handler.
    ///
    /// - Parameter request: The request, complete with its body.
    /// - Returns: The answer as the filters that let the request pass have left it.
    public func answer(_ request: consuming HTTPRequest) -> HTTPAnswer {
        var request = request
        for passed in filters.indices {
            guard let response = filters[passed].admit(&request) else { continue }
            return .ready(finish(response, to: request, from: passed))
        }
        switch next.answer(request) {
        case .ready(let response): return .ready(finish(response, to: request, from: filters.endIndex))
        case .pending(let wait):
            return .pending { [request] in finish(await wait(), to: request, from: filters.endIndex) }
        }
    }

    /// Answers a request as ``answer(_:)`` does.
    ///
    /// - Parameter request: The request, complete with its body.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        await answer(request).response
    }

    /// Shows a response to the filters before a place, the last of them first.
    private func finish(_ response: HTTPResponse, to request: HTTPRequest, from place: Int) -> HTTPResponse {
        var response = response
        for filter in filters[..<place].reversed() { filter.finish(&response, to: request) }
        return response
    }
}
