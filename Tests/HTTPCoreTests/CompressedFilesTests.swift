import Glibc
import HTTPCore
import Programs
import Testing

/// ``StaticFiles`` with compressed representations beside the files, and with hashed names.
@Suite("Static files of a bundle") struct CompressedFilesTests {
    /// A folder as the bundler leaves it, in which each file's content says what it is.
    private final class Folder {
        let folder: TemporaryFolder

        init(_ names: [String]) throws {
            folder = try TemporaryFolder()
            for name in names {
                let file = unsafe open("\(folder.path)/\(name)", O_WRONLY | O_CREAT, 0o600)
                defer { close(file) }
                try #require(unsafe Glibc.write(file, name, name.utf8.count) == name.utf8.count)
            }
        }
    }

    private static let bundle = [
        "index.html", "index.html.br", "index.html.gz", "main-3F2A7QXB.js", "main-3F2A7QXB.js.br",
        "main-3F2A7QXB.js.gz",
        "main-3F2A7QXB.js.map", "icon.png", "text.txt", "text.txt.gz",
    ]

    private func response(
        _ path: String,
        _ codings: String? = nil,
        method: HTTPMethod = .get,
        fields more: HTTPFields = [:],
        names: [String] = bundle
    ) async throws -> HTTPResponse {
        let folder = try Folder(names)
        let files = try StaticFiles(folder: folder.folder.path)
        var fields: HTTPFields = codings.map { [.acceptEncoding: $0] } ?? [:]
        fields.append(contentsOf: more)
        return await files.respond(to: HTTPRequest(method: method, target: HTTPTarget(path), fields: fields))
    }

    @Test(
        "a client gets the smallest representation that it accepts, with the type of the plain file",
        arguments: [
            ("/main-3F2A7QXB.js", "gzip, deflate, br", "main-3F2A7QXB.js.br"),
            ("/main-3F2A7QXB.js", "gzip", "main-3F2A7QXB.js.gz"), ("/main-3F2A7QXB.js", "*", "main-3F2A7QXB.js.br"),
            ("/main-3F2A7QXB.js", "br;q=0, *", "main-3F2A7QXB.js.gz"),
            ("/main-3F2A7QXB.js", "br;q=0, gzip;q=0.000", "main-3F2A7QXB.js"),
            ("/main-3F2A7QXB.js", "deflate", "main-3F2A7QXB.js"), ("/main-3F2A7QXB.js", "", "main-3F2A7QXB.js"),
            ("/main-3F2A7QXB.js", nil, "main-3F2A7QXB.js"), ("/", "br", "index.html.br"),
            ("/index.html", "gzip", "index.html.gz"), ("/text.txt", "br", "text.txt"),
            ("/text.txt", "br, gzip", "text.txt.gz"),
            ("/icon.png", "br", "icon.png"),
        ] as [(String, String?, String)]
    )
    func representations(path: String, codings: String?, content: String) async throws {
        let response = try await response(path, codings)
        #expect(response.status == .ok)
        #expect(response.body == .bytes(Array(content.utf8)))
        let coding: String? = content.hasSuffix(".br") ? "br" : content.hasSuffix(".gz") ? "gzip" : nil
        #expect(response.fields[.contentEncoding] == coding)
        #expect(response.fields[.contentType] == (try await self.response(path)).fields[.contentType])
        #expect(response.fields.values(.vary) == (path == "/icon.png" ? [] : ["Accept-Encoding"]))
    }

    @Test("compressed files have no paths of their own, and one without a plain file is skipped")
    func paths() throws {
        let folder = try Folder(Self.bundle + ["lost.js.br", "program.exe", "program.exe.gz", ".br"])
        let files = try StaticFiles(folder: folder.folder.path)
        let served = ["/", "/icon.png", "/index.html", "/main-3F2A7QXB.js", "/main-3F2A7QXB.js.map", "/text.txt"]
        #expect(files.paths == served)
        #expect(files.skipped == [".br", "lost.js.br", "program.exe", "program.exe.gz"])
    }

    @Test("each representation has a tag of its own, and a condition names the one that the client would get")
    func tags() async throws {
        var tags: Set<String> = []
        for codings in ["br", "gzip", "identity"] {
            let whole = try await response("/", codings)
            let tag = try #require(whole.fields[.entityTag])
            tags.insert(tag)
            let again = try await response("/", codings, fields: [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
            #expect(again.fields[.entityTag] == tag)
            #expect(again.fields[.vary] == "Accept-Encoding")
            #expect(again.fields[.contentEncoding] == nil)
        }
        #expect(tags.count == 3)
        let brotli = try #require(try await response("/", "br").fields[.entityTag])
        #expect(try await response("/", "gzip", fields: [.ifNoneMatch: brotli]).status == .ok)
        #expect(try await response("/", "gzip", fields: [.ifMatch: brotli]).status == .preconditionFailed)
    }

    @Test("HEAD has the fields of GET, and a Range gets the whole representation", arguments: ["br", "gzip", nil])
    func otherRequests(codings: String?) async throws {
        let whole = try await response("/main-3F2A7QXB.js", codings)
        let head = try await response("/main-3F2A7QXB.js", codings, method: .head)
        #expect(head.fields == whole.fields && head.body.bytes.count == whole.body.bytes.count)
        let range = try await response("/main-3F2A7QXB.js", codings, fields: ["Range": "bytes=0-3"])
        #expect(range.status == .ok && range.body == whole.body && range.fields == whole.fields)
        #expect(!whole.fields.contains("Accept-Ranges"))
    }

    @Test(
        "a file with a hash in its name is kept for a year, every other one is revalidated",
        arguments: [
            ("main-3F2A7QXB.js", true), ("main-3F2A7QXB.js.map", true), ("a-b-ABCDEFGH.css", true),
            ("index.html", false),
            ("stream-lock.js", false), ("form-document.js", false), ("main-3F2A7QX1.js", false),
            ("main-3F2A7QX.js", false),
            ("main-3F2A7QXBC.js", false), ("main3F2A7QXB.js", false), ("3F2A7QXB.js", false), ("x.-3F2A7QXB.js", false),
        ]
    )
    func caching(name: String, isHashed: Bool) async throws {
        let wanted = isHashed ? "public, max-age=31536000, immutable" : "no-cache"
        for codings in ["br", "identity"] {
            let whole = try await response("/\(name)", codings, names: [name, "\(name).br"])
            #expect(whole.status == .ok && whole.fields[.cacheControl] == wanted)
            let tag = try #require(whole.fields[.entityTag])
            let again = try await response(
                "/\(name)",
                codings,
                fields: [.ifNoneMatch: tag],
                names: [name, "\(name).br"]
            )
            #expect(again.status == .notModified && again.fields[.cacheControl] == wanted)
        }
    }
}
