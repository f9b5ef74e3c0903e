public import Concurrency
public import Glibc
import Metrics

/// A writer of log lines with a thread of its own, so that a slow or absent reader never blocks the server.
///
/// Lines wait in a bounded buffer, and a whole batch of them is written with one `write(2)`. A line that does not fit is
/// dropped and counted, also in the metric `usher_log_lines_dropped_total`. Once there is room again, a line of the log reports
/// the number of missing lines. The same holds for lines that the system rejects (`EPIPE`, `ENOSPC`, `EIO`). If it has taken a
/// part of one, the next starts a line of its own.
///
/// ```swift
/// let writer = try LogWriter(format: .json)
/// let log = Logger(label: "shop") { label in StructuredLogHandler(label: label, writer: writer) }
/// log.info("listening")
/// writer.flush(within: .seconds(1))  // before the process ends
/// ```
public final class LogWriter: Sendable {
    /// The form of every line.
    public let format: StructuredLogHandler.Format

    /// The lines that wait for the thread.
    private struct Queue {
        var bytes: [UInt8] = []
        /// The number of lines that were dropped and not yet reported.
        var dropped = 0
        var isWriting = false
        /// Whether a caller waits until the lines are written.
        var isFlushing = false
        var isClosed = false
    }

    private let queue = Monitor(Queue())
    private let capacity: Int
    private let droppedLines = Counter(label: "usher_log_lines_dropped_total")

    /// The number of bytes that ends the gathering of a batch early.
    private let batchBytes: Int
    /// The time for which the thread gathers a batch, because a wake-up for each line would cost more than the line.
    private static let batchingDelay = Duration.milliseconds(5)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - format: The form of every line.
    ///   - capacity: The largest number of bytes that wait to be written.
    ///   - descriptor: An open file, pipe or terminal. The writer does not close it.
    ///   - hasCutLine: Whether the last line of the file has no end. The first line of this writer is not appended to it then.
    /// - Throws: `ThreadError` if the system provides no thread.
    public init(
        format: StructuredLogHandler.Format,
        capacity: Int = 1 << 20,
        descriptor: CInt = STDERR_FILENO,
        hasCutLine: Bool = false
    ) throws(ThreadError) {
        precondition(capacity > 0, "The capacity of a log must be at least 1 byte.")
        self.format = format
        self.capacity = capacity
        batchBytes = min(capacity / 2, 1 << 16)
        _ = try NamedThread(name: "log") { [queue, droppedLines, batchBytes] in
            Self.run(queue, format, batchBytes, droppedLines, descriptor, hasCutLine)
        }
    }

    /// Ends the thread once it has written the waiting lines.
    deinit {
        queue.withLock { $0.isClosed = true }
    }

    /// Queues a line with its line feed, or drops it if there is no room, because it never waits for the descriptor.
    func append(_ line: [UInt8]) {
        let (isTaken, wakesThread) = queue.wait(while: { _ in false }) { queue in
            let before = queue.bytes.count
            guard before + line.count <= capacity else {
                queue.dropped += 1
                return (false, false)
            }
            queue.bytes.append(contentsOf: line)
            return (true, before == 0 || before < batchBytes && queue.bytes.count >= batchBytes)
        }
        // Only the first line of a batch, and the line that fills it, wake the thread. `withLock` wakes it, and `wait` above
        // does not.
        if wakesThread { queue.withLock { _ in } }
        if !isTaken { droppedLines.increment() }
    }

    /// Blocks until every line is written or a duration has passed.
    ///
    /// - Returns: Whether every line is written.
    @discardableResult
    public func flush(within duration: Duration) -> Bool {
        let deadline = ContinuousClock.now + duration
        queue.withLock { $0.isFlushing = true }
        return queue.wait(
            while: { ($0.isWriting || !$0.bytes.isEmpty) && ContinuousClock.now < deadline },
            recheckAfter: { _ in Self.milliseconds(until: deadline) }
        ) { queue in
            queue.isFlushing = false
            return !queue.isWriting && queue.bytes.isEmpty
        }
    }

    /// Writes batch after batch until the writer is deallocated and every line is written.
    private static func run(
        _ queue: Monitor<Queue>,
        _ format: StructuredLogHandler.Format,
        _ batchBytes: Int,
        _ droppedLines: Counter,
        _ descriptor: CInt,
        _ hasCutLine: Bool
    ) {
        // Swapped with the queue's array, so that neither is allocated again.
        var batch: [UInt8] = []
        // Whether the last line has no end, because the system may have rejected the rest of it.
        var isCut = hasCutLine
        while true {
            let isEmpty = queue.wait(while: { $0.bytes.isEmpty && !$0.isClosed }) { $0.bytes.isEmpty }
            if isEmpty { return }
            let deadline = ContinuousClock.now + batchingDelay
            let dropped = queue.wait(
                while: {
                    $0.bytes.count < batchBytes && !$0.isFlushing && !$0.isClosed && ContinuousClock.now < deadline
                },
                recheckAfter: { _ in milliseconds(until: deadline) }
            ) { queue in
                batch.removeAll(keepingCapacity: true)
                swap(&batch, &queue.bytes)
                queue.isWriting = true
                defer { queue.dropped = 0 }
                return queue.dropped
            }
            if dropped > 0 { batch += LogRecord(dropped: dropped).line(in: format) }
            if isCut { batch.insert(UInt8(ascii: "\n"), at: 0) }
            let count = written(batch, to: descriptor)
            let rest = batch[count...]
            // The report is the last line of the batch. If it is lost, its count is added again, and not the line itself.
            let uncounted = (dropped > 0 ? 1 : 0) + (isCut && count == 0 ? 1 : 0)
            let lost = rest.isEmpty ? 0 : rest.count { $0 == UInt8(ascii: "\n") } - uncounted
            if count > 0 { isCut = batch[count - 1] != UInt8(ascii: "\n") }
            if lost > 0 { droppedLines.increment(by: lost) }
            queue.withLock { queue in
                queue.isWriting = false
                if !rest.isEmpty { queue.dropped += lost + dropped }
            }
        }
    }

    /// Writes bytes, and waits while the descriptor accepts none.
    ///
    /// - Returns: The number of bytes that were written, fewer than all after an error that waiting does not resolve.
    private static func written(_ bytes: [UInt8], to descriptor: CInt) -> Int {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0[written...]) }
            if count > 0 {
                written += count
            } else if count == -1, errno == EINTR {
                continue
            } else if count == -1, errno == EAGAIN {
                var descriptors = pollfd(fd: descriptor, events: CShort(POLLOUT), revents: 0)
                // No timeout: a descriptor that does not block by itself is waited for here.
                if unsafe poll(&descriptors, 1, -1) == -1, errno != EINTR { return written }
            } else {
                return written
            }
        }
        return written
    }

    /// Calls write(2) once.
    private static func write(_ descriptor: CInt, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        // In bounds: the slice is not empty, and its buffer is valid during the call.
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes)
        return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int64 {
        let left = ContinuousClock.now.duration(to: deadline).components
        return left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1
    }
}
