import Glibc
import HTTPCore
import MicroHTTP
import Programs
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A file beyond the memory limit") struct LargeFileTests {
        /// A folder with a small file and one of three megabytes.
        private final class Folder: Sendable {
            let folder: TemporaryFolder
            let content: [UInt8]
            var large: String { folder.path + "/large.txt" }

            init() throws {
                folder = try TemporaryFolder()
                content = (0..<3_000_000).map { UInt8(32 + $0 % 95) }
                try write(content, to: "large.txt")
                try write(Array("small".utf8), to: "small.txt")
            }

            func write(_ bytes: [UInt8], to name: String) throws {
                let file = unsafe open("\(folder.path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                defer { close(file) }
                try #require(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count)
            }

            /// Returns the files with a memory limit that only the small one fits into.
            func files() throws -> StaticFiles {
                var configuration = StaticFiles.Configuration()
                configuration.totalBytesLimit = 5
                return try StaticFiles(folder: folder.path, configuration: configuration)
            }
        }

        private func ask(_ path: String, method: String = "GET", fields: String = "") -> String {
            "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
        }

        @Test("a large file is sent whole, with length and tag, to several clients at once and again on one connection")
        func content() async throws {
            let folder = try Folder()
            try await withServer(try folder.files(), loops: 2) { server in
                let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
                for _ in 0..<2 {
                    for client in clients { try client.send(ask("/large.txt")) }
                    for client in clients {
                        let response = try #require(try client.readResponse())
                        #expect(response.field("content-length") == "3000000")
                        #expect(response.field("content-type") == "text/plain; charset=utf-8")
                        #expect(Array(response.text.utf8) == folder.content)
                    }
                }
                try clients[0].send(ask("/small.txt"))
                #expect(try clients[0].readResponse()?.text == "small")
            }
        }

        @Test("a large file is not sent for HEAD, nor to a client that has it")
        func head() async throws {
            let folder = try Folder()
            try await withServer(try folder.files(), loops: 1) { server in
                let client = try RawClient(port: server.port)
                try client.send(ask("/large.txt", method: "HEAD"))
                let head = try #require(try client.readResponse(toHead: true))
                #expect(head.field("content-length") == "3000000" && head.text == "")
                let tag = try #require(head.field("etag"))
                try client.send(ask("/large.txt", fields: "If-None-Match: \(tag)\r\n"))
                #expect(try client.readResponse()?.status == 304)
            }
        }

        @Test("a replaced file is still served with its old content; a truncated file ends its connection")
        func changes() async throws {
            let folder = try Folder()
            try await withServer(try folder.files(), loops: 1) { server in
                let client = try RawClient(port: server.port)
                try folder.write(Array("other".utf8), to: "new.txt")
                let moved = unsafe link(folder.large, folder.folder.path + "/old.txt")
                try #require(moved == 0)
                try #require(unsafe rename(folder.folder.path + "/new.txt", folder.large) == 0)
                try client.send(ask("/large.txt"))
                #expect(try client.readResponse()?.text.utf8.count == 3_000_000)
                try #require(unsafe truncate(folder.folder.path + "/old.txt", 100_000) == 0)
                try client.send(ask("/large.txt"))
                let rest = try client.readToEnd()
                #expect(rest.contains("Content-Length: 3000000") && rest.utf8.count < 200_000)
            }
        }
    }
}
