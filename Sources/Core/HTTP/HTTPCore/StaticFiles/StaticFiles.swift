internal import Concurrency

/// A handler that serves the files of a folder, small ones from memory and large ones from the disk.
///
/// The folder is read once, when the handler is created. Large files stay open, so replace them instead of changing them in
/// place. A request is a look-up of its path's exact bytes in a table, so no path can lead outside the folder. `/` and
/// `/sub/` serve the `index.html` of their folder.
///
/// ```swift
/// let files = try StaticFiles(folder: "Public")
/// var routes = RouteTable(fallback: files)
/// ```
///
/// Each response has a strong `ETag` (a hash of the content) and `Cache-Control: no-cache`, so browsers revalidate it each time
/// and get a 304 (`If-None-Match`). A file with a hash of its content in its name, such as `main-3F2A7QXB.js`, never changes,
/// so browsers keep it for a year without asking (RFC 8246). The Content-Security-Policy allows a page to load from its own
/// server only, and images from any HTTPS server.
///
/// The folder `.well-known` is served, too, although its name begins with a dot (RFC 8615). A file in it without an
/// ending, such as `apple-app-site-association`, is `application/json` if its content is JSON, and plain text
/// otherwise.
///
/// `app.js.br` and `app.js.gz` beside `app.js` are its compressed representations (RFC 9110 §8.4). They have no paths of
/// their own: a client that accepts Brotli or gzip gets them at `/app.js`, with tags of their own. `Range` is ignored (RFC
/// 9110 §14.2), so every 200 has the whole file.
public struct StaticFiles: HTTPHandler {
    /// The limits and the rules for the files.
    public struct Configuration: Sendable {
        /// The media types by file name extension.
        ///
        /// Files with other extensions aren't served.
        public var contentTypes: [String: String] = [
            "css": "text/css; charset=utf-8",
            "gif": "image/gif",
            "html": "text/html; charset=utf-8",
            "ico": "image/x-icon",
            "jpeg": "image/jpeg",
            "jpg": "image/jpeg",
            "js": "text/javascript; charset=utf-8",
            "map": "application/json",
            "json": "application/json",
            "mjs": "text/javascript; charset=utf-8",
            "png": "image/png",
            "svg": "image/svg+xml; charset=utf-8",
            "txt": "text/plain; charset=utf-8",
            "webmanifest": "application/manifest+json",
            "webp": "image/webp",
            "woff2": "font/woff2",
        ]
        /// The Content-Security-Policy of every response.
        public var contentSecurityPolicy = policy()
        /// The maximum size of all files in memory together, in bytes.
        public var totalBytesLimit = 64 << 20
        /// The size in bytes from which a file is read from the disk for each response instead of being kept in memory.
        public var largeFileBytes = 1 << 20

        /// Creates the default configuration.
        public init() {}

        /// Returns the default Content-Security-Policy, with `style` elements that pages may have.
        ///
        /// - Parameter styles: The hash of the content of each element, such as
        ///   `sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=` (CSP Level 3, section 2.3.1).
        /// - Returns: A value of the field `Content-Security-Policy`.
        public static func policy(styles: [String] = []) -> String {
            let styles = ["self"] + styles
            return """
                default-src 'none'; script-src 'self'; style-src \(styles.map { "'\($0)'" }.joined(separator: " ")); \
                img-src 'self' https: data:; connect-src 'self'; \
                manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
                """
        }
    }

    private struct File: Sendable {
        var plain: Representation
        /// The compressed representations, the preferred one first.
        var encoded: [Representation] = []

        /// Adds a compressed representation.
        ///
        /// From then on the plain one depends on the request, too, so it gets `Vary`.
        mutating func add(_ representation: Representation) {
            if encoded.isEmpty {
                plain.response.fields.append(.vary, "Accept-Encoding")
                plain.notModified.fields.append(.vary, "Accept-Encoding")
            }
            encoded.append(representation)
        }

        /// Returns the first compressed representation that the client accepts, or the plain one.
        func representation(for request: HTTPRequest) -> Representation {
            guard !encoded.isEmpty, request.fields.contains(.acceptEncoding) else { return plain }
            return encoded.first { $0.coding.map { request.acceptsCoding($0.rawValue) } ?? true } ?? plain
        }
    }

    /// The bytes of a file in one content coding, or as they are.
    private struct Representation: Sendable {
        var coding: ContentCoding?
        /// The response, without the content of a large file.
        var response: HTTPResponse
        var notModified: HTTPResponse
        var tag: EntityTag
        var large: LargeFile?
    }

    /// The thread that reads large files.
    private final class Reader: Sendable {
        let threads: WorkerThreads

        init() throws(ThreadError) {
            threads = try WorkerThreads(count: 1, name: "files")
        }

        deinit { threads.finish() }
    }

    /// The paths of the files that aren't served, relative to the folder, sorted.
    ///
    /// A file is skipped because of its extension, a name that needs encoding in a URL, or a leading dot (except the folder
    /// `.well-known`), because it is a link, or because it is compressed and the plain file is not served.
    public let skipped: [String]

    private let files: [[UInt8]: File]
    /// `nil` when there are no large files.
    private let reader: Reader?

    /// Reads a folder and its subfolders.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - configuration: The limits and the rules.
    /// - Throws: ``StaticFilesError`` when the folder or a file in it can't be read, or the files exceed the limit.
    public init(folder: String, configuration: Configuration = Configuration()) throws(StaticFilesError) {
        var tree = FileTree(
            bytesLimit: configuration.totalBytesLimit,
            largeFileBytes: configuration.largeFileBytes
        )
        try tree.read(folder)
        var files: [String: File] = [:]
        var compressed: [(file: FileTree.File, of: String, coding: ContentCoding)] = []
        var skipped = tree.skipped
        for entry in tree.files {
            if let coding = ContentCoding(suffixOf: entry.path) {
                compressed.append((entry, of: String(entry.path.dropLast(coding.suffix.count)), coding))
            } else if let type = configuration.contentType(of: entry.path) ?? StaticFiles.wellKnownType(of: entry) {
                files[entry.path] = File(plain: StaticFiles.representation(entry, type: type, configuration))
            } else {
                skipped.append(entry.path)
            }
        }
        for (entry, plainPath, coding) in compressed.sorted(by: { $0.coding < $1.coding }) {
            guard let type = configuration.contentType(of: plainPath), files[plainPath] != nil else {
                skipped.append(entry.path)
                continue
            }
            files[plainPath]?.add(StaticFiles.representation(entry, type: type, coding: coding, configuration))
        }
        for (path, file) in files where path == "index.html" || path.hasSuffix("/index.html") {
            files[String(path.dropLast("index.html".count))] = file
        }
        self.files = Dictionary(uniqueKeysWithValues: files.map { (Array("/\($0.key)".utf8), $0.value) })
        self.skipped = skipped.sorted()
        do throws(ThreadError) {
            reader = tree.files.contains(where: \.isLarge) ? try Reader() : nil
        } catch {
            throw .unreadable(path: folder, call: error.call, code: error.code)
        }
    }

    /// The type of a file in `.well-known` without an ending in its name, or `nil` for other files.
    ///
    /// Such a file has no ending because others have chosen its name.
    private static func wellKnownType(of file: FileTree.File) -> String? {
        let name = file.path.split(separator: "/").last ?? ""
        guard file.path.hasPrefix(".well-known/"), !name.contains("."), case .bytes(let bytes) = file.content else {
            return nil
        }
        let first = bytes.first { !" \t\r\n".utf8.contains($0) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return isJSON ? "application/json" : "text/plain; charset=utf-8"
    }

    /// The paths that are served, sorted.
    public var paths: [String] {
        files.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    /// Sends the file at exactly the request's path, to `GET` and `HEAD`.
    ///
    /// Responds with 304 when the client has the file, 404 when there is none, 412 when a condition is false, 204 and
    /// `Allow` to `OPTIONS`, and 405 to other methods.
    ///
    /// - Parameters:
    ///   - request: The request. Its query is ignored.
    ///   - reply: Sends the response before this returns. The content of a large file follows.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        let path = request.target.path
        reply.send(response(to: request, with: path))
    }

    /// Whether a file is served at exactly this path.
    public func contains(_ path: [UInt8]) -> Bool { files[path] != nil }

    /// Returns the response to a request with the file of another path, as ``handle(_:_:)`` sends it.
    ///
    /// Use it for a page that is the same at many paths.
    ///
    /// - Parameters:
    ///   - request: The request. Its path and its query are ignored.
    ///   - path: The path of the file, such as `/index.html`.
    /// - Returns: The response, which is a 404 if there is no such file.
    public func response(to request: HTTPRequest, with path: [UInt8]) -> HTTPResponse {
        guard let file = files[path] else {
            return ProblemDetails(.notFound).response
        }
        switch request.method {
        case .get, .head: break
        case .options: return HTTPResponse(.noContent, fields: [.allow: "GET, HEAD, OPTIONS"])
        case .post, .put, .patch, .delete:
            var problem = ProblemDetails(.methodNotAllowed, detail: "This path allows GET, HEAD, OPTIONS.")
            problem.fields[.allow] = "GET, HEAD, OPTIONS"
            return problem.response
        }
        let representation = file.representation(for: request)
        switch Preconditions.evaluate(request, current: representation.tag) {
        case .satisfied: return request.method == .head ? representation.response : response(with: representation)
        case .notModified: return representation.notModified
        case .failed: return ProblemDetails(.preconditionFailed).response
        }
    }

    private func response(with representation: Representation) -> HTTPResponse {
        guard let large = representation.large, let reader else { return representation.response }
        var response = representation.response
        response.body = .stream(large.stream(readingOn: reader.threads))
        return response
    }

    private static func representation(
        _ file: FileTree.File,
        type: String,
        coding: ContentCoding? = nil,
        _ configuration: Configuration
    ) -> Representation {
        let tag = EntityTag(file.hash.description)
        let plainPath = file.path.dropLast(coding?.suffix.count ?? 0)
        var common: HTTPFields = [
            .entityTag: tag.description,
            .cacheControl: HashedName.isHashed(plainPath) ? "public, max-age=31536000, immutable" : "no-cache",
            .contentSecurityPolicy: configuration.contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
            .crossOriginResourcePolicy: "same-origin",
        ]
        if MediaType(type)?.description == "text/html" { common.append(.crossOriginOpenerPolicy, "same-origin") }
        var fields: HTTPFields = [.contentType: type]
        if let coding {
            common.append(.vary, "Accept-Encoding")
            fields.append(.contentEncoding, coding.rawValue)
        }
        fields.append(contentsOf: common)
        let notModified = HTTPResponse(.notModified, fields: common)
        switch file.content {
        case .bytes(let bytes):
            let response = HTTPResponse(.ok, fields: fields, body: .bytes(bytes)).reused
            return Representation(coding: coding, response: response, notModified: notModified, tag: tag)
        case .large(let large):
            let response = HTTPResponse(.ok, fields: fields, body: .omitted(length: large.size))
            return Representation(coding: coding, response: response, notModified: notModified, tag: tag, large: large)
        }
    }
}

extension StaticFiles.Configuration {
    /// Returns the media type of a file, or `nil` if it isn't served.
    fileprivate func contentType(of path: String) -> String? {
        let parts = (path.split(separator: "/").last ?? "").split(separator: ".")
        return parts.count > 1 ? parts.last.flatMap { contentTypes[$0.lowercased()] } : nil
    }
}

/// An error that prevents the files from being served.
public enum StaticFilesError: Error, Equatable, CustomStringConvertible {
    /// A C call failed for this path.
    case unreadable(path: String, call: String, code: CInt)
    /// The files together exceed the limit, in bytes.
    case tooManyBytes(limit: Int)

    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .unreadable(let path, let call, let code): "\(path) can't be read: \(call) failed with errno \(code)."
        case .tooManyBytes(let limit):
            "The files have more than \(limit) bytes in total; remove files or choose another folder."
        }
    }
}
