internal import CMicroHTTPD
internal import Glibc
internal import HTTPCore

#if TLS
internal import CGnuTLS
#endif

/// A libmicrohttpd daemon on one listening socket.
///
/// No other file uses libmicrohttpd. It has no thread. The event loop that owns it waits until ``descriptor`` is readable or
/// ``timeout`` has passed and then calls ``run()``, which calls back into the ``RequestLifecycle``. Everything, the callbacks
/// too, happens on that loop's thread. Received bytes are copied. A response's content is not: libmicrohttpd sends it from the
/// array that holds it.
///
/// libmicrohttpd holds pointers to objects of ours: a ``Connection`` from the connection's start to its close, an
/// ``Exchange`` from the request line to completion, and the content of a response until it is sent. Each object is retained
/// where libmicrohttpd gets the pointer and released in the callback for its end.
///
/// Suspended connections need care in a stop: `MHD_stop_daemon` aborts the process if there is one. The owner must call
/// ``resume(_:)`` for each and then ``run()`` before it calls ``stop()``, as `EventLoop.end` does.
@safe
final class MicroHTTPDaemon {
    /// The daemon's epoll descriptor, which is readable when a connection needs ``run()``.
    let descriptor: CInt
    private let daemon: OpaquePointer
    private var isQuiesced = false

    /// Starts a daemon on a listening socket, which the daemon closes, also when this throws.
    ///
    /// The cycle isn't retained: the owner of both must keep it until ``stop()`` has returned.
    init(
        listeningSocket: CInt,
        connectionLimit: Int,
        usesTLS: Bool,
        cycle: RequestLifecycle
    ) throws(HTTPServerError) {
        unsafe MHD_set_panic_func(panic, nil)
        var callbacks = unsafe usher_daemon_callbacks(
            context: Unmanaged.passUnretained(cycle).toOpaque(),
            accept: accept,
            handle: handle,
            target: startRequest,
            completed: completeRequest,
            connection: changeConnection,
            log: log
        )
        let limit = CUnsignedInt(clamping: connectionLimit)
        let certificate = usesTLS ? unsafe certificateCallback : nil
        guard let daemon = unsafe usher_start_daemon(listeningSocket, certificate, limit, memoryLimit, &callbacks)
        else {
            let code = errno
            close(listeningSocket)
            throw .failed(call: "MHD_start_daemon", code: code)
        }
        unsafe self.daemon = daemon
        descriptor = unsafe usher_epoll_descriptor(daemon)
        guard descriptor >= 0 else {
            unsafe MHD_stop_daemon(daemon)
            throw .failed(call: "MHD_get_daemon_info", code: errno)
        }
    }

    /// The milliseconds after which ``run()`` must be called even if ``descriptor`` is not readable, or `nil` for no limit.
    var timeout: Int? {
        var milliseconds: UInt64 = 0
        guard unsafe MHD_get_timeout(daemon, &milliseconds) == .YES else { return nil }
        return Int(clamping: milliseconds)
    }

    /// Accepts, reads, calls back and writes as far as possible without waiting.
    func run() {
        unsafe MHD_run(daemon)
    }

    /// Resumes a connection that was suspended by ``RequestLifecycle/Action/wait`` or by a stream.
    ///
    /// The next ``run()`` continues it. Call this on the loop's thread: from another thread it would not make ``descriptor``
    /// readable for a sleeping loop.
    func resume(_ exchange: Exchange) {
        unsafe MHD_resume_connection(exchange.handle)
    }

    /// Stops accepting connections and closes the listening socket.
    func quiesce() {
        guard !isQuiesced else { return }
        isQuiesced = true
        let socket = unsafe MHD_quiesce_daemon(daemon)
        if socket >= 0 { close(socket) }
    }

    /// A new eventfd(2), or -1, with `errno` set, when the system gives none.
    static func makeEventDescriptor() -> CInt {
        usher_event_descriptor()
    }

    /// Stops the daemon and closes the connections that are left.
    ///
    /// It is a programmer error to call this while a connection is suspended: libmicrohttpd aborts the process.
    func stop() {
        unsafe MHD_stop_daemon(daemon)
    }
}

/// The memory of a connection in bytes: for up to 32 KiB libmicrohttpd calls malloc, above that mmap, page by page.
private let memoryLimit = 32_768

// MARK: - Callbacks

private func cycle(_ context: UnsafeMutableRawPointer?) -> RequestLifecycle {
    guard let context = unsafe context else { preconditionFailure("libmicrohttpd lost the context of a callback") }
    return unsafe Unmanaged<RequestLifecycle>.fromOpaque(context).takeUnretainedValue()
}

private func accept(
    _ context: UnsafeMutableRawPointer?,
    _ address: UnsafePointer<sockaddr>?,
    _ length: socklen_t
) -> MHD_Result {
    let address = unsafe address.flatMap { unsafe SocketAddress($0)?.clientAddress }
    return unsafe cycle(context).acceptsConnection(from: address) ? .YES : .NO
}

/// Called when a connection starts or closes.
///
/// It runs before libmicrohttpd closes the descriptor. The table therefore never holds a descriptor number that the
/// kernel has given to another connection, and `RequestLifecycle.disconnect` can't shut down the wrong one.
private func changeConnection(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ event: MHD_ConnectionNotificationCode
) {
    guard let handle = unsafe handle, let slot = unsafe slot else { return }
    let cycle = unsafe cycle(context)
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
        let descriptor = unsafe usher_connection_descriptor(handle)
        let address = unsafe usher_client_address(handle).flatMap { unsafe SocketAddress($0) }
        let connection = cycle.beginConnection(
            descriptor: descriptor,
            peer: address?.host ?? "",
            address: address?.clientAddress
        )
        unsafe slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
        guard let pointer = unsafe slot.pointee else { return }
        unsafe slot.pointee = nil
        cycle.endConnection(unsafe Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue())
    default: return
    }
}

#if TLS
/// The function that libmicrohttpd calls in a handshake, as the pointer that its options take.
private var certificateCallback: UnsafeMutableRawPointer? {
    unsafe unsafeBitCast(retrieveCertificate, to: UnsafeMutableRawPointer.self)
}

/// The function that gives the server's certificate to the handshake of a connection.
///
/// It returns 0, or -1 to end the connection.
private let retrieveCertificate:
    @convention(c) (
        gnutls_session_t?, UnsafePointer<gnutls_datum_t>?, CInt, UnsafePointer<gnutls_pk_algorithm_t>?, CInt,
        UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?, UnsafeMutablePointer<CUnsignedInt>?,
        UnsafeMutablePointer<gnutls_privkey_t?>?
    ) -> CInt = { session, _, _, _, _, chain, count, key in
        // libmicrohttpd stores its connection in the session.
        guard let session = unsafe session, let handle = unsafe gnutls_session_get_ptr(session),
            let pointer = unsafe usher_connection_context(OpaquePointer(handle)),
            let chain = unsafe chain, let count = unsafe count, let key = unsafe key,
            let certificate = unsafe Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue().certificate
        else { return -1 }
        unsafe certificate.provide(chain, count, key)
        return 0
    }
#else
private var certificateCallback: UnsafeMutableRawPointer? { nil }
#endif

/// Called when a request line was read.
///
/// The returned exchange is the request's context in later callbacks, until ``completeRequest`` releases it.
private func startRequest(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let handle = unsafe handle, let target = unsafe target,
        let pointer = unsafe usher_connection_context(handle)
    else { return nil }
    let connection = unsafe Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: target, count: strlen(target)))
    let exchange = unsafe cycle(context).beginRequest(on: connection, handle: handle, target: bytes)
    exchange.hasExtraField = unsafe usher_hide_query_and_cookies(handle, target) == .YES
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

/// Called when a request has ended for any reason, exactly once for each ``startRequest``.
private func completeRequest(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let slot = unsafe slot, let pointer = unsafe slot.pointee else { return }
    unsafe slot.pointee = nil
    unsafe cycle(context).endRequest(Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue())
}

/// Called when a request advances: with its head, with each part of its body, at its end, and after each resumption.
private func handle(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ data: UnsafePointer<CChar>?,
    _ dataCount: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let handle = unsafe handle, let slot = unsafe slot, let pointer = unsafe slot.pointee,
        let dataCount = unsafe dataCount
    else { return .NO }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    let cycle = unsafe cycle(context)
    let step: RequestLifecycle.Action
    if case .started = exchange.state {
        step = unsafe cycle.receive(head(handle, exchange, method: method, version: version), of: exchange)
        if !exchange.hasBody { unsafe usher_hide_expectation(handle) }
    } else if unsafe dataCount.pointee > 0 {
        let part = unsafe UnsafeRawBufferPointer(start: data, count: dataCount.pointee)
        step = unsafe part.withMemoryRebound(to: UInt8.self) { unsafe cycle.receive($0, of: exchange) }
        unsafe dataCount.pointee = 0
    } else {
        step = cycle.complete(with: exchange)
    }
    switch step {
    case .proceed: return .YES
    case .disconnect: return .NO
    case .wait:
        unsafe MHD_suspend_connection(handle)
        return .YES
    case .respond(let response, let isLast):
        return queue(response, isLast: isLast, to: exchange)
    }
}

private func log(_ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
    guard let format = unsafe format, let arguments = unsafe arguments else { return }
    var buffer = [CChar](repeating: 0, count: 512)
    guard unsafe vsnprintf(&buffer, buffer.count, format, arguments) >= 0 else { return }
    let text = String(
        decoding: buffer.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
    )
    unsafe cycle(context).report(libraryLine: text)
}

/// Called when libmicrohttpd finds its own state corrupt.
///
/// It ends the process, because continuing could send one client's data to another.
private func panic(
    _ context: UnsafeMutableRawPointer?,
    _ file: UnsafePointer<CChar>?,
    _ line: CUnsignedInt,
    _ reason: UnsafePointer<CChar>?
) {
    let reason = unsafe reason.map { unsafe String(cString: $0) } ?? "no reason given\n"
    let message = Array("libmicrohttpd: panic at line \(line): \(reason)\n".utf8)
    _ = unsafe write(STDERR_FILENO, message, message.count)
    abort()
}

// MARK: - What comes in

/// Copies the head of a request out of libmicrohttpd's memory.
private func head(
    _ handle: OpaquePointer,
    _ exchange: Exchange,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?
) -> RequestHead {
    let size = unsafe usher_request_head_size(handle)
    var lines = unsafe Lines(
        end: version.map { unsafe UnsafeRawPointer($0) + strlen($0) },
        isFirstExtra: exchange.hasExtraField
    )
    // A line has 4 bytes of punctuation on the wire, and 8 bytes of lengths and zeros in `HTTPFields`.
    lines.fields.reserveCapacity(size &+ size / 4)
    unsafe withUnsafeMutablePointer(to: &lines) { lines in
        _ = unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, appendLine, lines)
    }
    return unsafe RequestHead(
        method: method.map { unsafe String(cString: $0) } ?? "",
        target: exchange.target,
        version: version.map { unsafe String(cString: $0) } ?? "",
        fields: lines.fields,
        size: size,
        blankBytes: lines.blankBytes,
        isContiguous: lines.isContiguous
    )
}

/// The fields of a header, and whether they are contiguous in memory, as they were received.
///
/// libmicrohttpd parses a line in place and writes zeros after its name and value. A line that it joins from several (a
/// folded one) it copies elsewhere, which shows as a gap with other bytes than blanks.
@safe
private struct Lines {
    var fields = HTTPFields()
    /// The number of blanks and tabs around the values, which are no part of them (RFC 9112 §5.1).
    var blankBytes = 0
    var isContiguous = true
    /// Whether the next line was added by `usher_hide_query_and_cookies`.
    private var isNextExtra: Bool
    /// The end of the previous part, which is only compared and never dereferenced.
    private var end: UnsafeRawPointer?

    init(end: UnsafeRawPointer?, isFirstExtra: Bool) {
        unsafe self.end = end
        isNextExtra = isFirstExtra
    }

    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard !isNextExtra else { return isNextExtra = false }
        if unsafe end.map({ unsafe $0 + 2 }) != name.baseAddress { isContiguous = false }
        unsafe end = value.baseAddress.map { unsafe $0 + value.count }
        if let leading = unsafe Self.blanks(between: name, and: value) {
            blankBytes += leading
        } else {
            isContiguous = false
        }
        var value = unsafe value
        let trailing = unsafe value.reversed().prefix(while: \.isBlank).count
        // libmicrohttpd doesn't recognize a transfer coding with a blank after it, so the validator must not either.
        if trailing > 0, unsafe !name.isTransferEncoding {
            unsafe value = UnsafeRawBufferPointer(rebasing: value.dropLast(trailing))
            blankBytes += trailing
        }
        unsafe name.withMemoryRebound(to: UInt8.self) { name in
            unsafe value.withMemoryRebound(to: UInt8.self) { value in
                unsafe fields.append(rawName: name, rawValue: value)
            }
        }
    }
}

extension Lines {
    /// Returns the number of blanks and tabs between a name's colon and a value, or `nil` when other bytes are there.
    private static func blanks(between name: UnsafeRawBufferPointer, and value: UnsafeRawBufferPointer) -> Int? {
        // This points to the colon, which libmicrohttpd has replaced by a zero.
        guard let colon = unsafe name.baseAddress.map({ unsafe $0 + name.count }), let start = value.baseAddress,
            // A value beyond the connection's memory is another object's.
            unsafe (1...memoryLimit).contains(start - colon)
        else { return nil }
        let gap = unsafe UnsafeRawBufferPointer(start: colon + 1, count: start - colon - 1)
        return unsafe gap.allSatisfy(\.isBlank) ? gap.count : nil
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var isTransferEncoding: Bool {
        unsafe withMemoryRebound(to: UInt8.self) { name in
            unsafe HTTPFieldName.transferEncoding.names(name.span)
        }
    }
}

private func appendLine(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ nameCount: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueCount: Int
) -> MHD_Result {
    guard let lines = unsafe context?.assumingMemoryBound(to: Lines.self) else { return .NO }
    let name = unsafe UnsafeRawBufferPointer(start: name, count: nameCount)
    let value = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
    unsafe lines.pointee.append(name: name, value: value)
    return .YES
}

// MARK: - What goes out

private func queue(_ response: HTTPResponse, isLast: Bool, to exchange: Exchange) -> MHD_Result {
    guard let object = unsafe makeResponse(response, to: exchange) else { return .NO }
    defer { unsafe MHD_destroy_response(object) }
    var isLast = isLast
    unsafe response.fields.forEachCString { name, cName, cValue in
        switch serverField(name) {
        case .connection: isLast = unsafe isLast || strcasecmp(cValue, "close") == 0
        case .other: break
        case nil: _ = unsafe MHD_add_response_header(object, cName, cValue)
        }
    }
    _ = unsafe MHD_add_response_header(object, "Date", exchange.date)
    if isLast {
        _ = unsafe MHD_add_response_header(object, "Connection", "close")
    }
    return unsafe MHD_queue_response(exchange.handle, CUnsignedInt(response.status.code), object)
}

private func makeResponse(_ response: HTTPResponse, to exchange: Exchange) -> OpaquePointer? {
    let isHead = exchange.request.method == .head
    // For HEAD and a stream without a length libmicrohttpd would send the chunk that ends the stream.
    if case .stream(let stream) = response.body, !response.status.hasNoContent, !isHead || stream.length != nil {
        return unsafe makeResponse(stream, to: exchange)
    }
    if case .omitted(let length) = response.body, isHead, !response.status.hasNoContent {
        // For a response to HEAD libmicrohttpd sends the length and never reads content.
        return unsafe MHD_create_response_from_callback(UInt64(max(0, length)), 1, noContent, nil, nil)
    }
    let content = Content(bytes: response.status.hasNoContent ? [] : response.body.bytes)
    let retained = unsafe Unmanaged.passRetained(content)
    let object = unsafe content.bytes.withUnsafeBytes { bytes in
        // The address stays valid: the retained `Content` keeps the array, and the array is immutable.
        unsafe MHD_create_response_from_buffer_with_free_callback_cls(
            bytes.count,
            UnsafeMutableRawPointer(mutating: bytes.baseAddress),
            releaseContent,
            retained.toOpaque()
        )
    }
    if unsafe object == nil { unsafe retained.release() }
    return unsafe object
}

/// The largest part of a stream without a length, in bytes.
///
/// A client of HTTP/1.0 gets larger parts in pieces of this size. libmicrohttpd gives the response of such a stream a buffer of
/// this size, which it uses for HTTP/1.0 only. A file has a length and is read in larger parts, because each costs a system
/// call.
private let unboundedPartSize = 1_024

/// A response with content that libmicrohttpd reads in parts, or not at all for a response to HEAD.
private func makeResponse(_ stream: HTTPBodyStream, to exchange: Exchange) -> OpaquePointer? {
    let retained = unsafe Unmanaged.passRetained(exchange)
    let object = unsafe MHD_create_response_from_callback(
        // UInt64.max is MHD_SIZE_UNKNOWN, which Swift doesn't import because the macro has a cast.
        stream.length.map { UInt64(max(0, $0)) } ?? .max,
        stream.length == nil ? unboundedPartSize : 16_384,
        readStream,
        retained.toOpaque(),
        releaseExchange
    )
    if unsafe object == nil { unsafe retained.release() }
    return unsafe object
}

/// Copies the next part of a stream, or suspends the connection until there is one.
private func readStream(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ room: Int
) -> Int {
    // These are MHD_CONTENT_READER_END_WITH_ERROR and MHD_CONTENT_READER_END_OF_STREAM, which Swift doesn't import either.
    let (failed, end) = (-2, -1)
    guard let context = unsafe context, let buffer = unsafe buffer else { return failed }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    switch exchange.nextPart(upTo: room) {
    case .bytes(let bytes):
        let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: room)
        unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        unsafe exchange.hasIdlePages = exchange.hasIdlePages || bytes.count > firstPage(of: target)
        return bytes.count
    case .none:
        if exchange.hasIdlePages {
            unsafe releasePages(of: UnsafeMutableRawBufferPointer(start: buffer, count: room))
            exchange.hasIdlePages = false
        }
        // Returning 0 without suspending makes libmicrohttpd call again in a busy loop.
        unsafe MHD_suspend_connection(exchange.handle)
        return 0
    case .end: return end
    case .failed: return failed
    }
}

private let pageSize = sysconf(CInt(_SC_PAGESIZE))

/// The number of bytes of a buffer on its first page.
private func firstPage(of buffer: UnsafeMutableRawBufferPointer) -> Int {
    pageSize - Int(bitPattern: buffer.baseAddress) % pageSize
}

/// Gives the pages of the buffer of a stream that waits back to the kernel, apart from the first one (madvise(2)).
///
/// A connection has the memory for the largest request, and libmicrohttpd offers what is left of it for each part of a
/// response. It has written zeros over the half of it, so an event stream, which lasts for hours and mostly waits, would need
/// all pages. The content of the buffer is undefined between two parts, so nothing is lost. A page that is used again is filled
/// with zeros.
private func releasePages(of buffer: UnsafeMutableRawBufferPointer) {
    let start = unsafe firstPage(of: buffer)
    let count = (buffer.count - start) / pageSize * pageSize
    guard count > 0 else { return }
    unsafe madvise(buffer.baseAddress.map { unsafe $0 + start }, count, MADV_DONTNEED)
}

private func releaseExchange(_ exchange: UnsafeMutableRawPointer?) {
    if let exchange = unsafe exchange { unsafe Unmanaged<Exchange>.fromOpaque(exchange).release() }
}

/// The content of a response, which libmicrohttpd releases after it has sent it.
private final class Content {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

private func releaseContent(_ content: UnsafeMutableRawPointer?) {
    if let content = unsafe content { unsafe Unmanaged<Content>.fromOpaque(content).release() }
}

private func noContent(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ room: Int
) -> Int {
    // This is MHD_CONTENT_READER_END_WITH_ERROR, which Swift doesn't import because the macro has a cast.
    -2
}

private enum ServerField { case connection, other }

/// The kind of a field that only the server may set, or `nil` for a field that the response may set.
private func serverField(_ name: Span<UInt8>) -> ServerField? {
    switch name.count {
    case 4 where HTTPFieldName.date.names(name): .other
    case 10 where HTTPFieldName.connection.names(name): .connection
    case 14 where HTTPFieldName.contentLength.names(name): .other
    case 17 where HTTPFieldName.transferEncoding.names(name): .other
    default: nil
    }
}
