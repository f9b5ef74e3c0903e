import Foundation

/// Sends requests once each and returns what came back.
///
/// It knows nothing of sessions and repeats nothing, because only the session knows which request may be sent again.
/// Give a session one of your own to pin certificates, to add fields, or to test without a network:
///
/// ```swift
/// struct Recorded: Transport {
///     func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream { … }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends a request and returns its response with the whole content.
    ///
    /// - Throws: ``TransportFailure`` if no response came, or only a part of one. The server may have acted all the
    ///   same.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse

    /// Sends a request and returns its response as soon as the header is there, with content that comes for any time.
    ///
    /// - Throws: ``TransportFailure`` if no response came.
    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream
}

extension Transport {
    /// Opens the response and collects its content.
    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let stream = try await open(request)
        var body = Data()
        do {
            for try await part in stream.content { body.append(part) }
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            throw .lost("\(error)")
        }
        // The content of a cancelled task ends without an error.
        guard !Task.isCancelled else { throw .cancelled }
        return HTTPResponse(status: stream.status, fields: stream.fields, body: body)
    }
}

/// No response came, or only a part of one.
public enum TransportFailure: Error, Sendable, Hashable {
    /// The network has lost the request or the response, with the error message of the system.
    case lost(String)
    /// Nothing came in time.
    case timedOut
    /// The task that waited for the response was cancelled.
    case cancelled
}
