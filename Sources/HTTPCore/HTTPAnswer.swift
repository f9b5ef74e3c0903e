/// What comes of a request right away: its response, or what it takes to get one.
public enum HTTPAnswer: Sendable {
    /// The response; nothing had to be waited for.
    case ready(HTTPResponse)
    /// Something has to be waited for; whoever asked calls this once.
    case pending(@Sendable () async -> HTTPResponse)

    /// The response, after whatever has to be waited for.
    public var response: HTTPResponse {
        get async {
            switch self {
            case .ready(let response): response
            case .pending(let wait): await wait()
            }
        }
    }

    /// The answer with its response changed, once there is one.
    ///
    /// - Parameter change: What to make of the response.
    public func map(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> HTTPAnswer {
        switch self {
        case .ready(let response): .ready(change(response))
        case .pending(let wait): .pending { change(await wait()) }
        }
    }
}
