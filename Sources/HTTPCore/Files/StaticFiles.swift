internal import Threads

/// Serves a folder's files, small ones from memory and large ones from the disk.
///
/// The folder is read once, at start; large files stay open, so replace them instead of changing them in place. After that a request is a look-up of its path's exact bytes in a table, so no path can
/// lead outside the folder. `/` and `/sub/` give the `index.html` there.
///
/// ```swift
/// let files = try StaticFiles(folder: "Public")
/// var routes = RouteTable(fallback: files)
/// ```
///
/// Each answer has a strong `ETag` made of the content, is checked again by the browser each time (`Cache-Control: no-cache`,
/// 304 on `If-None-Match`), and carries a Content-Security-Policy that lets the page load from here alone.
public struct StaticFiles: HTTPHandler {
    /// Limits and rules for what is served.
    public struct Configuration: Sendable {
        /// The media type of each file name extension that is served; a file with any other extension isn't.
        public var contentTypes: [String: String] = [
            "css": "text/css; charset=utf-8",
            "gif": "image/gif",
            "html": "text/html; charset=utf-8",
            "ico": "image/x-icon",
            "jpeg": "image/jpeg",
            "jpg": "image/jpeg",
            "js": "text/javascript; charset=utf-8",
            "json": "application/json",
            "mjs": "text/javascript; charset=utf-8",
            "png": "image/png",
            "svg": "image/svg+xml",
            "txt": "text/plain; charset=utf-8",
            "webmanifest": "application/manifest+json",
            "webp": "image/webp",
            "woff2": "font/woff2",
        ]
        /// The Content-Security-Policy of every answer.
        public var contentSecurityPolicy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; \
            manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
            """
        /// The most bytes that all files in memory may have together.
        public var totalBytesLimit = 64 << 20
        /// The size in bytes from which on a file isn't kept in memory but read from the disk for each response.
        public var largeFileBytes = 1 << 20

        /// Makes the default rules.
        public init() {}
    }

    private struct File: Sendable {
        /// The response, without its content where that is on the disk.
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

    /// The files of the folder that aren't served, because of their extension, a name that would need encoding in a URL, a
    /// leading dot, or because they are links; paths relative to the folder, sorted.
    public let skipped: [String]

    private let files: [[UInt8]: File]
    /// `nil` when there are no large files.
    private let reader: Reader?

    /// Reads a folder with all folders in it.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - configuration: What is served and how.
    /// - Throws: ``StaticFilesError`` when the folder or a file in it can't be read, or there is too much in it.
    public init(folder: String, configuration: Configuration = Configuration()) throws(StaticFilesError) {
        var tree = FileTree(
            bytesLimit: configuration.totalBytesLimit,
            largeFileBytes: configuration.largeFileBytes
        )
        try tree.read(folder)
        var files: [[UInt8]: File] = [:]
        var skipped = tree.skipped
        for entry in tree.files {
            let name = entry.path.split(separator: "/").last ?? ""
            let parts = name.split(separator: ".")
            guard parts.count > 1, let type = parts.last.flatMap({ configuration.contentTypes[$0.lowercased()] }) else {
                skipped.append(entry.path)
                continue
            }
            let file = StaticFiles.file(entry, type: type, configuration)
            files[Array("/\(entry.path)".utf8)] = file
            if name == "index.html" {
                files[Array("/\(entry.path.dropLast("index.html".count))".utf8)] = file
            }
        }
        self.files = files
        self.skipped = skipped.sorted()
        do throws(ThreadError) {
            reader = files.values.contains { $0.large != nil } ? try Reader() : nil
        } catch {
            throw .unreadable(path: folder, call: error.call, code: error.code)
        }
    }

    /// The paths that are served, sorted.
    public var paths: [String] {
        files.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    /// Replies to `GET` and `HEAD` with the file at exactly this path; 304 when the client has it, 404 when there is none,
    /// 405 for other methods.
    ///
    /// - Parameters:
    ///   - request: The request; its query is ignored.
    ///   - reply: Takes the response at once; the content of a large file follows.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        reply.send(response(to: request))
    }

    private func response(to request: HTTPRequest) -> HTTPResponse {
        guard let file = files[request.target.path] else {
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
        switch Preconditions.evaluate(request, current: file.tag) {
        case .hold: return request.method == .head ? file.response.withoutContent : response(with: file)
        case .notModified: return file.notModified
        case .failed: return ProblemDetails(.preconditionFailed).response
        }
    }

    private func response(with file: File) -> HTTPResponse {
        guard let large = file.large, let reader else { return file.response }
        var response = file.response
        response.body = .stream(large.stream(readingOn: reader.threads))
        return response
    }

    private static func file(_ file: FileTree.File, type: String, _ configuration: Configuration) -> File {
        let tag = EntityTag(file.hash.description)
        let common: HTTPFields = [
            .entityTag: tag.description,
            .cacheControl: "no-cache",
            .contentSecurityPolicy: configuration.contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
        ]
        var fields: HTTPFields = [.contentType: type]
        fields.append(contentsOf: common)
        let notModified = HTTPResponse(.notModified, fields: common)
        switch file.content {
        case .bytes(let bytes):
            let response = HTTPResponse(.ok, fields: fields, body: .bytes(bytes))
            return File(response: response, notModified: notModified, tag: tag)
        case .large(let large):
            let response = HTTPResponse(.ok, fields: fields, body: .omitted(length: large.size))
            return File(response: response, notModified: notModified, tag: tag, large: large)
        }
    }
}

/// A folder of static files that can't be served.
public enum StaticFilesError: Error, Equatable, CustomStringConvertible {
    /// A C call failed for this path.
    case unreadable(path: String, call: String, code: CInt)
    /// The files together have more bytes than the limit allows.
    case tooManyBytes(limit: Int)

    /// A sentence for whoever starts the server.
    public var description: String {
        switch self {
        case .unreadable(let path, let call, let code): "\(path) can't be read: \(call) failed with errno \(code)."
        case .tooManyBytes(let limit): "The files together have more than \(limit) bytes."
        }
    }
}
