#if TLS
internal import CGnuTLS
internal import Glibc

/// A certificate with its chain and its private key.
///
/// Why `@unchecked Sendable` holds: the object that it points to is not changed after the initializer, and GnuTLS only reads
/// it. Each connection retains the certificate of its handshake, so a reload never frees one that is in use.
@safe
final class TLSCertificate: @unchecked Sendable {
    private let certificate: UnsafeMutablePointer<usher_certificate>

    /// Reads the files.
    ///
    /// - Throws: ``HTTPServerError/certificateUnusable(path:reason:)`` with the file to correct.
    init(_ files: HTTPServer.TLSFiles) throws(HTTPServerError) {
        let chain = try Self.content(of: files.certificate)
        let key = try Self.content(of: files.key)
        var error = USHER_CERTIFICATE_OK
        let certificate = unsafe usher_make_certificate(
            chain,
            CUnsignedInt(chain.count),
            key,
            CUnsignedInt(key.count),
            &error
        )
        guard let certificate = unsafe certificate else {
            switch error {
            case USHER_CERTIFICATE_BAD_CHAIN:
                throw .certificateUnusable(
                    path: files.certificate,
                    reason:
                        "it must have the server's certificate and then those of its issuers, each in PEM ('-----BEGIN CERTIFICATE-----')"
                )
            case USHER_CERTIFICATE_BAD_KEY:
                throw .certificateUnusable(
                    path: files.key,
                    reason: "it must have a private key in PEM ('-----BEGIN PRIVATE KEY-----') without a password"
                )
            default:
                throw .certificateUnusable(
                    path: files.key,
                    reason: "it is not the private key of the first certificate in \(files.certificate)"
                )
            }
        }
        unsafe self.certificate = certificate
    }

    deinit {
        unsafe usher_free_certificate(certificate)
    }

    /// Passes the chain and the key to a handshake, both valid as long as this object.
    func provide(
        _ chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>,
        _ count: UnsafeMutablePointer<CUnsignedInt>,
        _ key: UnsafeMutablePointer<gnutls_privkey_t?>
    ) {
        unsafe chain.pointee = unsafe usher_certificate_chain(certificate)
        unsafe count.pointee = unsafe certificate.pointee.count
        unsafe key.pointee = unsafe certificate.pointee.key
    }

    /// Returns the content of a file, up to a mebibyte, because no certificate is longer.
    private static func content(of path: String) throws(HTTPServerError) -> [UInt8] {
        // Without O_NONBLOCK this would wait for a writer if the path named a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while content.count < 1 << 20 {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw unreadable(path) }
            if count == 0 { break }
            content += buffer[..<count]
        }
        return content
    }

    private static func unreadable(_ path: String) -> HTTPServerError {
        let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
        return .certificateUnusable(path: path, reason: "it can't be read (\(reason))")
    }
}
#else
/// The certificate of a server that was built without the trait `TLS`: there is none.
final class TLSCertificate: Sendable {
    /// Rejects the files.
    ///
    /// - Throws: ``HTTPServerError/certificateUnusable(path:reason:)`` with what to do.
    init(_ files: HTTPServer.TLSFiles) throws(HTTPServerError) {
        throw .certificateUnusable(
            path: files.certificate,
            reason:
                "this program speaks no TLS; build it with the trait TLS of the package usher, or put a proxy in front of it"
        )
    }
}
#endif
