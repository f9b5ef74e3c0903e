/// A server that can't be started.
public enum HTTPServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another socket listens at this address and port.
    case portInUse(host: String, port: Int)
    /// The system doesn't let us listen at this address; `call` is the C call that failed and `code` its errno.
    case addressUnusable(host: String, port: Int, call: String, code: CInt)
    /// The process may open fewer files than the connection limit needs.
    case tooFewDescriptors(needed: Int, allowed: Int)
    /// Another C call failed.
    case failed(call: String, code: CInt)

    /// A sentence for whoever starts the server.
    public var description: String {
        switch self {
        case .portInUse(let host, let port):
            "Port \(port) of \(host) is in use."
        case .addressUnusable(let host, let port, let call, let code):
            "The server can't listen at port \(port) of \(host): \(call) failed with errno \(code)."
        case .tooFewDescriptors(let needed, let allowed):
            "The connection limit needs \(needed) file descriptors, but the process may open only \(allowed) (ulimit -n)."
        case .failed(let call, let code):
            "The server can't start: \(call) failed with errno \(code)."
        }
    }
}
