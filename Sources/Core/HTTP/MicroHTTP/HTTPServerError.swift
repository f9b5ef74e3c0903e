/// An error that prevents the start of a server.
public enum HTTPServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another socket listens at this address and port.
    case portInUse(host: String, port: Int)
    /// The system rejects the address.
    ///
    /// `call` is the C call that failed, and `code` is its errno.
    case addressUnusable(host: String, port: Int, call: String, code: CInt)
    /// The process may open fewer files than the connection limit needs.
    case tooFewDescriptors(needed: Int, allowed: Int)
    /// A file of the certificate can't be used.
    ///
    /// `reason` is the end of a sentence.
    case certificateUnusable(path: String, reason: String)
    /// Another C call failed.
    case failed(call: String, code: CInt)

    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .portInUse(let host, let port):
            "Port \(port) of \(host) is already in use; choose another port."
        case .addressUnusable(let host, let port, let call, let code):
            "The server can't listen on port \(port) of \(host): \(call) failed with errno \(code)."
        case .tooFewDescriptors(let needed, let allowed):
            "The connection limit needs \(needed) file descriptors, but the process may open only \(allowed); raise that limit (ulimit -n) or lower the connection limit."
        case .certificateUnusable(let path, let reason):
            "The file \(path) can't be used for TLS: \(reason)."
        case .failed(let call, let code):
            "The server can't start: \(call) failed with errno \(code)."
        }
    }
}
