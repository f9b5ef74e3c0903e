import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport over `URLSession`, on Apple platforms and on Linux.
///
/// It has no cache and no cookies, because a session has a token, and follows no redirect, because the token is for one
/// server.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges = Exchanges()

    /// Creates a transport.
    ///
    /// - Parameter configuration: The configuration of the session, for example with a proxy. Its cache and cookies are
    ///   switched off.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        // The session keeps its delegate, and itself, until it is invalidated.
        session.invalidateAndCancel()
    }

    /// Sends a request and returns its response as soon as the header is there.
    public func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        let exchange = exchanges.begin(session.dataTask(with: URLRequest(request)))
        do {
            return try await withTaskCancellationHandler {
                try await exchange.header()
            } onCancel: {
                exchange.cancel()
            }
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            throw .lost("\(error)")
        }
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        httpBody = request.body
        // This is longer than any time that a session waits, because the session ends a request itself.
        timeoutInterval = 300
        for (name, value) in request.fields.all { setValue(value, forHTTPHeaderField: name) }
        #if canImport(FoundationNetworking)
        // If the server closes a connection that is used again, curl sends the request on another one. Foundation on Linux
        // can't give it the content a second time, and neither ends the request nor stops looking at the socket.
        setValue("close", forHTTPHeaderField: "Connection")
        #endif
    }
}
