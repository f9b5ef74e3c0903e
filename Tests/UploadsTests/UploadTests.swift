import Coordination
import CoordinationTesting
import Foundation
import HTTPCore
import JSON
import RawHTTP
import Sessions
import SessionsTesting
import StateAPI
import Testing
import Uploads
import UsherServer

@Suite("An upload")
struct UploadTests {
    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

    private static func sum(_ bytes: [UInt8]) -> Int64 { bytes.reduce(0) { $0 + Int64($1) } }

    @Test("a file of megabytes reaches the handler, and the flow gets what the server knows of it")
    func whole() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            let bytes = Self.bytes(2_500_000)
            let address = try client.upload(bytes, "/tmp/holiday\u{7}/cat.jpg")
            // A client can't make the flow believe anything else.
            let id = try #require(ClaimsClient.reference(address)["id"])
            #expect(try client.claim(["id": id, "name": "dog.jpg", "size": 1]).status == 200)
            #expect(
                client.screen["props"] == [
                    "name": "cat.jpg", "type": "image/jpeg", "size": 2_500_000, "sum": .integer(Self.sum(bytes)),
                ]
            )
        }
    }

    @Test("a client that has lost its connection goes on from the bytes that have arrived")
    func resumed() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            let bytes = Self.bytes(1_000_000)
            let address = try client.begin(bytes.count)
            var lost: RawClient? = try RawClient(port: server.server.port)
            let fields = ClaimsClient.offset(0) + ["Authorization: Bearer \(client.token)", "Content-Length: 1000000"]
            try lost?.send(["PATCH \(address) HTTP/1.1", "Host: localhost"].joined(separator: "\r\n") + "\r\n")
            try lost?.send(fields.joined(separator: "\r\n") + "\r\n\r\n")
            try lost?.send(Array(bytes[..<400_000]))
            // The server has not noticed the loss when the client asks, and has stored all that it has received when it answers.
            let path = try #require(server.files.first { !$0.hasSuffix(".json") })
            #expect(
                try eventually {
                    try FileManager.default.attributesOfItem(atPath: "\(server.folder)/\(path)")[.size] as? Int
                        == 400_000
                }
            )
            let response = try client.send("HEAD", address, ["Tus-Resumable: 1.0.0"])
            #expect(response.status == 204)
            #expect(response.field("upload-offset") == "400000")
            #expect(response.field("upload-length") == "1000000")
            #expect(response.field("cache-control") == "no-store")
            let end = try client.proceed(address, from: 400_000, Array(bytes[400_000...]))
            #expect(end.status == 204)
            #expect(end.field("upload-offset") == "1000000")
            lost = nil
            try client.claim(ClaimsClient.reference(address))
            #expect(client.screen["props"]?["sum"] == .integer(Self.sum(bytes)))
        }
    }

    @Test("the first bytes may come with the beginning, and an empty file is complete at once")
    func creationWithUpload() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            let fields = ClaimsClient.describing(5) + ["Content-Type: application/offset+octet-stream"]
            let response = try client.send("POST", client.uploads, fields, Array("Hello".utf8))
            #expect(response.status == 201)
            #expect(response.field("upload-offset") == "5")
            let file = try JSONValue(parsing: response.body)
            #expect(file["name"] == "cat.jpg" && file["type"] == "image/jpeg" && file["size"] == 5)
            let address = try #require(response.field("location"))
            #expect(try client.send("GET", address).text == "Hello")
            let empty = try client.begin(0)
            #expect(try client.send("GET", empty).status == 200)
            #expect(try client.claim(ClaimsClient.reference(empty)).status == 200)
        }
    }

    @Test("bytes at another offset, of another type or beyond the length are refused, and nothing is lost")
    func refusedBytes() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            let address = try client.begin(10)
            #expect(try client.proceed(address, from: 0, Self.bytes(4)).status == 204)
            let wrong = try client.proceed(address, from: 0, Self.bytes(4))
            #expect(wrong.status == 409)
            #expect(wrong.text.contains("The upload has 4 bytes, and Upload-Offset is 0."))
            let typed = try client.send(
                "PATCH",
                address,
                ["Upload-Offset: 4", "Content-Type: image/jpeg"],
                Self.bytes(6)
            )
            #expect(typed.status == 415)
            #expect(try client.proceed(address, from: 4, Self.bytes(7)).status == 413)
            #expect(
                try client.send("PATCH", address, ["Content-Type: application/offset+octet-stream"], []).status == 400
            )
            #expect(try client.send("HEAD", address).field("upload-offset") == "4")
            let old = try client.send("HEAD", address, ["Tus-Resumable: 0.2.2"])
            #expect(old.status == 412 && old.field("tus-version") == "1.0.0")
        }
    }

    @Test("a file that no field of the screen takes is refused before it is sent")
    func refusedFiles() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            func status(_ size: Int, _ type: String, field: String = "photo", more: [String] = []) throws -> (
                Int, String
            ) {
                let response = try client.send(
                    "POST",
                    client.uploads,
                    ClaimsClient.describing(size, "a", type, field: field) + more
                )
                return (response.status, response.text)
            }
            #expect(try status(3_000_001, "image/png").0 == 413)
            #expect(try status(3_000_001, "image/png").1.contains("The field takes files of up to 3000000 bytes."))
            #expect(try status(10, "text/html").0 == 415)
            #expect(try status(10, "text/html").1.contains("The field takes image/* only."))
            #expect(try status(10, "image/png", field: "text").0 == 422)
            #expect(try status(10, "not a type").0 == 400)
            #expect(try client.send("POST", client.uploads).status == 400)
            #expect(try client.send("POST", client.uploads, ["Upload-Length: -1"]).status == 400)
            #expect(
                try client.send("POST", client.uploads, ["Upload-Length: 1", "Upload-Metadata: filename %"]).status
                    == 400
            )
            #expect(try server.files == [])
        }
    }

    @Test("an output takes no file that is incomplete, of another session, made up, or of another field")
    func references() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            let other = try server.start()
            let incomplete = try client.begin(10)
            let foreign = try other.upload(Self.bytes(10))
            let document = try client.upload(Self.bytes(10), "a.pdf", "application/pdf", field: "documents")
            for (photo, detail) in [
                (ClaimsClient.reference(incomplete), "The file is not uploaded completely."),
                (ClaimsClient.reference(foreign), "The file is not uploaded completely."),
                (["id": "../../secret"], "The file is not uploaded completely."),
                (ClaimsClient.reference(document), "The field does not take this file."),
            ] {
                let response = try client.claim(photo)
                #expect(response.status == 422)
                let json = try JSONValue(parsing: response.body)
                #expect(json["errors"]?[0]?["pointer"] == "/photo")
                #expect(json["errors"]?[0]?["detail"] == .string(detail))
            }
            #expect(try client.claim("cat.jpg").status == 422)
            let photo = ClaimsClient.reference(try client.upload(Self.bytes(10)))
            let documents = JSONValue.array(Array(repeating: ClaimsClient.reference(document), count: 3))
            let many = try client.claim(photo, documents: documents)
            #expect(many.status == 422 && many.text.contains("The field takes at most 2 files."))
            #expect(try client.claim(photo, documents: [ClaimsClient.reference(document)]).status == 200)
        }
    }

    @Test("a handler refuses a file, which is gone then, and a handler that fails is asked again")
    func scanned() async throws {
        try await ClaimsServer.run(handlers: { handlers in
            handlers.uploads { file, uploads in
                let bytes = try await uploads.bytes(of: file)
                if bytes.starts(with: Array("later".utf8)) { throw UploadError("The scanner is away.") }
                return bytes.starts(with: Array("virus".utf8)) ? .rejected("The file has a virus.") : .accepted
            }
        }) { server in
            let client = try server.start()
            let bad = try client.begin(5)
            let response = try client.proceed(bad, from: 0, Array("virus".utf8))
            #expect(response.status == 422)
            #expect(response.text.contains("The file has a virus."))
            #expect(try client.send("HEAD", bad).status == 404)
            let later = try client.begin(5)
            #expect(try client.proceed(later, from: 0, Array("later".utf8)).status == 503)
            #expect(try client.claim(ClaimsClient.reference(later)).status == 422)
            #expect(try client.send("HEAD", later).status == 503)
            let good = try client.upload(Self.bytes(5))
            #expect(try client.claim(ClaimsClient.reference(good)).status == 200)
        }
    }

    @Test("the reason for which a file is refused is in the language of the session")
    func refusedInGerman() async throws {
        let catalog = """
            {"sourceLanguage": "en", "version": "1.0", "strings": {"The file has a virus.":
              {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Die Datei hat einen Virus."}}}}}}
            """
        try await ClaimsServer.run(
            catalog: StringCatalog(xcstrings: Array(catalog.utf8)),
            handlers: { $0.uploads { _, _ in .rejected("The file has a virus.") } }
        ) { server in
            let client = try server.start(["client": ["locale": "de-AT"]])
            let response = try client.proceed(try client.begin(5), from: 0, Array("virus".utf8))
            #expect(response.status == 422)
            #expect(try JSONValue(parsing: response.body)["detail"] == "Die Datei hat einen Virus.")
        }
    }

    @Test("a session that was never used lives on when its client begins an upload, as after an event")
    func prolonged() async throws {
        try await ClaimsServer.run { server in
            let (client, other) = (try server.start(), try server.start())
            let address = try client.begin(100)
            server.clock.advance(by: .seconds(1_200))
            #expect(try client.proceed(address, from: 0, Self.bytes(100)).status == 204)
            #expect(try client.claim(ClaimsClient.reference(address)).status == 200)
            #expect(try other.send("GET", "/v1/sessions/\(other.id)").status == 410)
        }
    }

    @Test("another client can neither read, continue nor remove it")
    func foreign() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            let address = try client.upload(Self.bytes(10))
            let other = try server.start()
            for (method, fields) in [("GET", []), ("HEAD", []), ("DELETE", []), ("PATCH", ClaimsClient.offset(10))] {
                #expect(try other.send(method, address, fields, method == "PATCH" ? [] : nil).status == 401)
                let own = address.replacing(client.id, with: other.id)
                #expect(try other.send(method, own, fields, method == "PATCH" ? [] : nil).status == 404)
            }
            #expect(try client.send("GET", address).body == Self.bytes(10))
        }
    }

    @Test("a page of the server never runs what was uploaded")
    func served() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            for (type, served) in [("image/svg+xml", "application/octet-stream"), ("image/png", "image/png")] {
                let address = try client.upload(Array("<script>".utf8), "a", type)
                let response = try client.send("GET", address)
                #expect(response.field("content-type") == served)
                #expect(response.field("content-disposition") == "attachment")
                #expect(response.field("content-security-policy") == "sandbox; default-src 'none'")
                #expect(response.field("x-content-type-options") == "nosniff")
            }
        }
    }

    @Test("a session has a limited number of files and bytes, and a removed file makes room")
    func limits() async throws {
        var limits = UploadLimits()
        limits.files = 2
        limits.bytes = 100
        try await ClaimsServer.run(limits: limits) { server in
            let client = try server.start()
            let first = try client.upload(Self.bytes(60))
            #expect(try client.send("POST", client.uploads, ClaimsClient.describing(41)).status == 413)
            _ = try client.upload(Self.bytes(40))
            #expect(try client.send("POST", client.uploads, ClaimsClient.describing(0)).status == 413)
            #expect(try client.send("DELETE", first).status == 204)
            #expect(try client.send("HEAD", first).status == 404)
            #expect(try client.send("DELETE", first).status == 404)
            #expect(try client.upload(Self.bytes(60)).isEmpty == false)
        }
    }

    @Test("the files of a session follow it when it is resumed, and are removed after it")
    func lifetime() async throws {
        try await ClaimsServer.run { server in
            let (kept, ended) = (try server.start(), try server.start())
            _ = try kept.upload(Self.bytes(10))
            _ = try ended.upload(Self.bytes(10))
            #expect(try server.files.count == 4)
            #expect(try ended.send("DELETE", "/v1/sessions/\(ended.id)").status == 204)
            server.clock.advance(by: .seconds(120))
            #expect(try eventually { try server.files.count == 2 })
            #expect(try server.files.allSatisfy { $0.hasPrefix(kept.id) })
            server.clock.advance(by: .seconds(86_460))
            let fields = ["Content-Type: application/json"]
            let body = JSONValue.object(["resume": .string(kept.id)]).json
            let response = try kept.send("POST", "/v1/sessions", fields, body)
            #expect(response.status == 201)
            let next = try #require(try JSONValue(parsing: response.body)["id"]?.stringValue)
            #expect(try server.files.count == 2)
            #expect(try server.files.allSatisfy { $0.hasPrefix(next) })
        }
    }

    @Test("a server without a place for files does not start with an application that takes some")
    func noStore() throws {
        #expect(throws: ApplicationError.self) { try UsherServer(applications: [Claims.make()]) }
        let errors = EffectHandlers().errors(for: try Claims.make())
        #expect(errors.contains("An output takes files: set handlers.uploadStore to the place where they are stored."))
    }

    @Test("a test without a server reports files by their description")
    func withoutServer() throws {
        let session = try TestSession(Claims.make())
        let photo = UploadedFile(id: "1", name: "cat.jpg", type: "image/jpeg", size: 10)
        try session.report(ClaimForm.submit, Claim(text: "It fell.", photo: photo))
        try session.complete(SaveClaim.self, 7)
        #expect(session.screen(ClaimSaved.self)?.name == "cat.jpg")
    }

    @Test("a field says which files it takes")
    func document() async throws {
        try await ClaimsServer.run { server in
            let fields = try server.start().screen["view"]?[0]?["fields"]
            #expect(fields?[1]?["input"] == "file")
            #expect(fields?[1]?["files"] == ["accept": "image/*", "bytes": 3_000_000, "count": 1])
            #expect(fields?[0]?["files"] == nil)
        }
    }

    @Test("a client that draws forms and can't upload gets no form with a field for files")
    func capabilities() {
        var client = ClientInfo()
        client.elements = ["form", "button"]
        #expect(!client.canDraw(ClaimForm()))
        client.elements?.append("file")
        #expect(client.canDraw(ClaimForm()))
    }

    @Test("the server says what it supports of tus")
    func options() async throws {
        try await ClaimsServer.run { server in
            let client = try server.start()
            let response = try client.send("OPTIONS", client.uploads)
            #expect(response.status == 204)
            #expect(response.field("tus-version") == "1.0.0")
            #expect(response.field("tus-extension") == "creation,creation-with-upload,termination")
            #expect(response.field("tus-max-size") == "500000000")
        }
    }
}
