import Concurrency
import Coordination
import Foundation
import HTTPCore
import JSON
import Logging
import MicroHTTP
import Programs
import RawHTTP
import Sessions
import SessionsTesting
import StateAPI
import Testing
import Uploads
import UsherServer

/// A server of ``Claims`` on a free port, with a folder for uploads and a clock that the test advances.
struct ClaimsServer {
    let server: UsherServer
    let clock: ManualClock
    let folder: String

    /// Starts a server, runs the body on a thread of its own, where it may block, and stops the server.
    static func run(
        limits: UploadLimits = UploadLimits(),
        catalog: StringCatalog? = nil,
        handlers configure: (inout EffectHandlers) -> Void = { _ in },
        settings change: (inout UsherServer.Settings) -> Void = { _ in },
        _ body: @escaping @Sendable (ClaimsServer) throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        var effects = EffectHandlers()
        effects.uploadStore = try FolderUploads(path: folder.path + "/uploads")
        effects.on(SaveClaim.self) { effect, context in
            var sum = 0
            for try await piece in context.uploads.pieces(of: effect.claim.photo) {
                sum += piece.reduce(0) { $0 + Int($1) }
            }
            return sum
        }
        configure(&effects)
        var settings = UsherServer.Settings()
        settings.http.port = 0
        settings.api.options = [.uploads(limits)]
        change(&settings)
        let server = try UsherServer(
            applications: [try Claims.make(catalog: catalog)],
            effects: effects,
            clock: clock,
            settings: settings,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await server.start()
        let running = ClaimsServer(server: server, clock: clock, folder: folder.path + "/uploads")
        let result = await blocking { try body(running) }
        await server.stop()
        try result.get()
    }

    func start(_ body: JSONValue = [:]) throws -> ClaimsClient { try ClaimsClient(port: server.port, body) }

    /// The files in the folder, with their paths.
    var files: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains("/") }.sorted() }
    }
}

/// A client of one session that uploads files.
final class ClaimsClient {
    let port: Int
    let id: String
    let token: String
    var state: JSONValue
    private(set) var connection: RawClient

    init(port: Int, _ body: JSONValue = [:]) throws {
        self.port = port
        connection = try RawClient(port: port, timeout: 30)
        let response = try Self.exchange(
            connection,
            "POST",
            "/v1/sessions",
            ["Content-Type: application/json"],
            body.json
        )
        let json = try JSONValue(parsing: response.body)
        guard let id = json["id"]?.stringValue, let token = json["token"]?.stringValue else {
            throw RawClient.Failure(text: "no session: \(response.status) \(response.text)")
        }
        (self.id, self.token, state) = (id, token, json)
    }

    var uploads: String { "/v1/sessions/\(id)/uploads" }
    var focus: String { state["focus"]?.stringValue ?? "none" }
    var screen: JSONValue { state["screens"]?[focus] ?? .null }

    /// Sends a request on a new connection if the last one was closed, and returns the response.
    @discardableResult
    func send(_ method: String, _ path: String, _ fields: [String] = [], _ body: [UInt8]? = nil) throws -> RawResponse {
        let response = try Self.exchange(connection, method, path, fields + ["Authorization: Bearer \(token)"], body)
        if response.field("connection")?.lowercased() == "close" { connection = try RawClient(port: port, timeout: 30) }
        return response
    }

    private static func exchange(
        _ connection: RawClient,
        _ method: String,
        _ path: String,
        _ fields: [String],
        _ body: [UInt8]?
    ) throws -> RawResponse {
        let length = body.map { ["Content-Length: \($0.count)"] } ?? []
        let head = (["\(method) \(path) HTTP/1.1", "Host: localhost"] + fields + length).joined(separator: "\r\n")
        try connection.send(head + "\r\n\r\n")
        if let body { try connection.send(body) }
        guard let response = try connection.readResponse(toHead: method == "HEAD") else {
            throw RawClient.Failure(text: "\(method) \(path): the connection was closed")
        }
        return response
    }

    /// The fields that describe a file.
    static func describing(
        _ size: Int,
        _ name: String = "cat.jpg",
        _ type: String = "image/jpeg",
        field: String = "photo"
    )
        -> [String]
    {
        let pairs = [("filename", name), ("filetype", type), ("field", field)].map { key, value in
            "\(key) \(Data(value.utf8).base64EncodedString())"
        }
        return ["Tus-Resumable: 1.0.0", "Upload-Length: \(size)", "Upload-Metadata: \(pairs.joined(separator: ","))"]
    }

    /// Begins an upload, and returns its address.
    func begin(_ size: Int, _ name: String = "cat.jpg", _ type: String = "image/jpeg", field: String = "photo") throws
        -> String
    {
        let response = try send("POST", uploads, Self.describing(size, name, type, field: field))
        guard response.status == 201, let address = response.field("location") else {
            throw RawClient.Failure(text: "no upload: \(response.status) \(response.text)")
        }
        return address
    }

    static func offset(_ count: Int) -> [String] {
        ["Tus-Resumable: 1.0.0", "Upload-Offset: \(count)", "Content-Type: application/offset+octet-stream"]
    }

    @discardableResult
    func proceed(_ address: String, from offset: Int, _ bytes: [UInt8]) throws -> RawResponse {
        try send("PATCH", address, Self.offset(offset), bytes)
    }

    func upload(_ bytes: [UInt8], _ name: String = "cat.jpg", _ type: String = "image/jpeg", field: String = "photo")
        throws
        -> String
    {
        let address = try begin(bytes.count, name, type, field: field)
        let response = try proceed(address, from: 0, bytes)
        guard response.status == 204 else { throw RawClient.Failure(text: "\(response.status) \(response.text)") }
        return address
    }

    /// The id of an upload, as a payload has it.
    static func reference(_ address: String) -> JSONValue {
        ["id": .string(String(address.split(separator: "/").last ?? ""))]
    }

    /// Reports a claim, and takes the state that follows.
    @discardableResult
    func claim(_ photo: JSONValue, documents: JSONValue? = nil) throws -> RawResponse {
        var payload: JSONObject = ["text": "It fell.", "photo": photo]
        if let documents { payload["documents"] = documents }
        let response = try send(
            "POST",
            "/v1/sessions/\(id)/screens/\(focus)/outputs/submit",
            ["Content-Type: application/json"],
            JSONValue.object(payload).json
        )
        if response.status == 200 { state = try JSONValue(parsing: response.body) }
        return response
    }
}
