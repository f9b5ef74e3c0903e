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
/// Each response has a strong `ETag` (a hash of the content) and `Cache-Control: no-cache`, so browsers revalidate it each
/// time and get a 304 (`If-None-Match`). Its Content-Security-Policy allows a page to load from its own server only, and
/// images from any HTTPS server.
public struct StaticFiles: HTTPHandler {
    /// The limits and the rules for the files.
    public struct Configuration: Sendable {
        /// The media types by file name extension; files with other extensions aren't served.
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
            "svg": "image/svg+xml; charset=utf-8",
            "txt": "text/plain; charset=utf-8",
            "webmanifest": "application/manifest+json",
            "webp": "image/webp",
            "woff2": "font/woff2",
        ]
        /// The Content-Security-Policy of every response.
        public var contentSecurityPolicy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; \
            manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
            """
        /// The maximum size of all files in memory together, in bytes.
        public var totalBytesLimit = 64 << 20
        /// The size in bytes from which a file is read from the disk for each response instead of being kept in memory.
        public var largeFileBytes = 1 << 20

        /// Creates the default configuration.
        public init() {}
    }

    private struct File: Sendable {
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
    /// A file is skipped because of its extension, a name that needs encoding in a URL, or a leading dot, or because it is a
    /// link.
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

    /// Sends the file at exactly the request's path, to `GET` and `HEAD`.
    ///
    /// Responds with 304 when the client has the file, 404 when there is none, 412 when a condition is false, 204 and
    /// `Allow` to `OPTIONS`, and 405 to other methods.
    ///
    /// - Parameters:
    ///   - request: The request; its query is ignored.
    ///   - reply: Sends the response before this returns; the content of a large file follows.
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
        case .satisfied: return request.method == .head ? file.response : response(with: file)
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
        var common: HTTPFields = [
            .entityTag: tag.description,
            .cacheControl: "no-cache",
            .contentSecurityPolicy: configuration.contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
            .crossOriginResourcePolicy: "same-origin",
        ]
        if MediaType(type)?.description == "text/html" { common.append(.crossOriginOpenerPolicy, "same-origin") }
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
