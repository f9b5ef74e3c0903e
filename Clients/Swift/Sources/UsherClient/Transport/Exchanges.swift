import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate of a `URLSession`, which gives each task's events to its exchange.
///
/// It is unchecked because its only variable is read and written under its lock.
final class Exchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var exchanges: [Int: Exchange] = [:]

    /// Makes the exchange of a task that is not resumed yet.
    func begin(_ task: URLSessionDataTask) -> Exchange {
        let exchange = Exchange(task)
        lock.withLock { exchanges[task.taskIdentifier] = exchange }
        return exchange
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { self[dataTask]?.receive(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        self[dataTask]?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        self[task]?.end(error)
        lock.withLock { exchanges[task.taskIdentifier] = nil }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    private subscript(task: URLSessionTask) -> Exchange? { lock.withLock { exchanges[task.taskIdentifier] } }
}

/// One request and its response.
///
/// It is unchecked because its variables are read and written under its lock.
final class Exchange: @unchecked Sendable {
    private let lock = NSLock()
    private let task: URLSessionDataTask
    private var waiter: CheckedContinuation<HTTPStream, any Error>?
    /// Whether there is a result already, after which nothing resumes the waiter.
    private var isOver = false
    /// The content until its reader has it.
    ///
    /// A stream that its last owner drops cancels the request.
    private var content: AsyncThrowingStream<Data, any Error>?
    private let writer: AsyncThrowingStream<Data, any Error>.Continuation

    init(_ task: URLSessionDataTask) {
        self.task = task
        let (content, writer) = AsyncThrowingStream<Data, any Error>.makeStream()
        self.content = content
        self.writer = writer
        writer.onTermination = { termination in
            if case .cancelled = termination { task.cancel() }
        }
    }

    /// Begins the request and returns the response as soon as its header is there.
    func header() async throws -> HTTPStream {
        try await withCheckedThrowingContinuation { continuation in
            let isOver = lock.withLock {
                if !self.isOver { waiter = continuation }
                return self.isOver
            }
            guard !isOver else { return continuation.resume(throwing: TransportFailure.cancelled) }
            task.resume()
        }
    }

    /// Ends the exchange.
    ///
    /// It does not wait for the task, because a task that was cancelled before it began may never tell its end.
    func cancel() {
        task.cancel()
        resume(.failure(.cancelled))
    }

    func receive(_ response: HTTPURLResponse) {
        var fields: HTTPFields = [:]
        for case (let name as String, let value as String) in response.allHeaderFields { fields[name] = value }
        let content = lock.withLock {
            defer { self.content = nil }
            return self.content
        }
        guard let content else { return }
        resume(.success(HTTPStream(status: response.statusCode, fields: fields, content: content)))
    }

    func receive(_ data: Data) {
        writer.yield(data)
    }

    func end(_ error: (any Error)?) {
        let failure = error.map(TransportFailure.init)
        writer.finish(throwing: failure)
        resume(.failure(failure ?? .lost("The response has no header.")))
    }

    private func resume(_ result: Result<HTTPStream, TransportFailure>) {
        let waiter = lock.withLock {
            isOver = true
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume(with: result.mapError { $0 as any Error })
    }
}

extension TransportFailure {
    fileprivate init(_ error: any Error) {
        let isCancelled = (error as? URLError)?.code == .cancelled
        self = isCancelled ? .cancelled : .lost((error as NSError).localizedDescription)
    }
}
