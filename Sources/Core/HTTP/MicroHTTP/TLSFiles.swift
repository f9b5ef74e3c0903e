internal import Glibc

extension HTTPServer {
    /// The files of a server's certificate.
    public struct TLSFiles: Sendable, Hashable {
        /// The path of the certificate and its issuers' certificates in PEM.
        public var certificate: String
        /// The path of the private key in PEM.
        public var key: String

        /// Creates the paths.
        ///
        /// - Parameters:
        ///   - certificate: The path of the certificate and its issuers' certificates in PEM.
        ///   - key: The path of the private key in PEM.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }

        /// Whether users other than the key's owner may read it.
        public var isKeyExposed: Bool {
            var information = stat()
            return unsafe stat(key, &information) == 0 && information.st_mode & 0o077 != 0
        }
    }
}
