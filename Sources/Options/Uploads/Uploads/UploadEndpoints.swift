import Concurrency
import Coordination
import HTTPCore
import JSON
import Logging
import Sessions
import StateAPI

/// The endpoints of uploads: the protocol tus 1.0 with its extensions creation, creation-with-upload and termination.
struct UploadEndpoints {
    let api: StateAPI
    let store: any UploadStore
    let limits: UploadLimits
    let transfers: UploadTransfers

    private static let version = "1.0.0"
    private static let piecesType = "application/offset+octet-stream"
    private static let collection = "/v1/sessions/:id/uploads"
    private static let item = "/v1/sessions/:id/uploads/:upload"

    var all: [Endpoint] {
        [
            Endpoint(
                method: .options,
                template: Self.collection,
                id: "describeUploads",
                tag: "uploads",
                summary: "What the server supports of tus",
                responses: [
                    .init(.none, status: .noContent, description: "In Tus-Version, Tus-Extension and Tus-Max-Size.")
                ],
                handler: .open { call throws(APIError) in describe(call) }
            ),
            Endpoint(
                method: .post,
                template: Self.collection,
                id: "beginUpload",
                tag: "uploads",
                summary: "Begins an upload",
                description:
                    "Upload-Length has the size, and Upload-Metadata the name (filename), the type (filetype) and the field (field) in Base64. With a body of the type application/offset+octet-stream, the first bytes come along.",
                isBodyStreamed: true,
                isNegotiated: false,
                responses: [
                    .init(.json("Upload"), status: .created, description: "The reference; its address is in Location.")
                ],
                problems: [
                    .malformedRequest, .staleScreen, .rejected, .bodyTooLarge, .unsupportedMediaType, .ended,
                    .unavailable,
                ],
                handler: .session(begin)
            ),
            Endpoint(
                method: .head,
                template: Self.item,
                id: "readUploadOffset",
                tag: "uploads",
                summary: "The number of bytes that have arrived, in Upload-Offset",
                responses: [.init(.none, status: .noContent)],
                problems: [.notFound, .rejected, .unavailable],
                handler: .session(readOffset)
            ),
            Endpoint(
                method: .patch,
                template: Self.item,
                id: "continueUpload",
                tag: "uploads",
                summary: "Sends the bytes from Upload-Offset on",
                isBodyStreamed: true,
                responses: [
                    .init(.none, status: .noContent, description: "In Upload-Offset, the bytes that have arrived.")
                ],
                problems: [
                    .malformedRequest, .notFound, .uploadOffset, .bodyTooLarge, .unsupportedMediaType, .rejected,
                    .unavailable,
                ],
                handler: .session(proceed)
            ),
            Endpoint(
                method: .get,
                template: Self.item,
                id: "readUpload",
                tag: "uploads",
                summary: "The content of a complete upload",
                isNegotiated: false,
                responses: [.init(.other(type: "application/octet-stream", .string), description: "The bytes.")],
                problems: [.notFound, .unavailable],
                handler: .session(read)
            ),
            Endpoint(
                method: .delete,
                template: Self.item,
                id: "removeUpload",
                tag: "uploads",
                summary: "Ends an upload and removes its bytes",
                responses: [.init(.none, status: .noContent, description: "The upload is removed.")],
                problems: [.notFound, .unavailable],
                handler: .session(remove)
            ),
        ]
    }

    // MARK: - Requests

    private func describe(_ call: APICall) {
        var response = HTTPResponse(.noContent)
        response.fields.append(.tusResumable, Self.version)
        response.fields.append(.tusVersion, Self.version)
        response.fields.append(.tusExtension, "creation,creation-with-upload,termination")
        response.fields.append(.tusMaxSize, String(limits.bytes))
        call.respond(response)
    }

    private func begin(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        try check(call, session, credential)
        let metadata = try UploadMetadata(call.request)
        let upload = Upload(id: Upload.makeID(), name: metadata.name, type: metadata.type, size: metadata.size)
        try checkField(of: upload, metadata, session.view)
        let hasBody = call.request.stream != nil || !call.request.body.isEmpty
        if hasBody { try checkType(call) }
        run(upload.id, call) { [self] () async throws(APIError) in
            let others = try await stored { try await store.uploads(of: session.id) }
            guard others.count < limits.files, others.reduce(upload.size, { $0 + $1.size }) <= limits.bytes else {
                throw .problem(
                    .bodyTooLarge,
                    "A session has at most \(limits.files) files with \(limits.bytes) bytes in all."
                )
            }
            try await stored { try await store.begin(upload, of: session.id) }
            do throws(SessionError) { try await api.registry.prolong(session) } catch { throw .session(error) }
            var count = 0
            if hasBody { count = try await receive(upload, from: 0, call, session) }
            if upload.size == 0 { try await complete(upload, session) }
            var response = HTTPResponse.json(.created) { writer in
                writer.member("id", upload.id)
                writer.member("name", upload.name)
                writer.member("type", upload.type)
                writer.member("size", upload.size)
            }
            response.fields.append(.tusResumable, Self.version)
            response.fields.append(.uploadOffset, String(count))
            response.fields.append(.location, "/v1/sessions/\(session.id)/uploads/\(upload.id)")
            return response
        }
    }

    private func readOffset(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        try check(call, session, credential)
        run(call.parameters["upload"], call) { [self] () async throws(APIError) in
            let (upload, count) = try await find(call, session)
            // The function that looks at the file may have failed before.
            if count == upload.size, !upload.isComplete { try await complete(upload, session) }
            var response = response(.noContent, offset: count)
            response.fields.append(.uploadLength, String(upload.size))
            response.fields.append(.cacheControl, "no-store")
            return response
        }
    }

    private func proceed(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        try check(call, session, credential)
        try checkType(call)
        guard let offset = call.request.fields[.uploadOffset].flatMap({ Int($0) }), offset >= 0 else {
            throw .problem(
                .malformedRequest,
                "The field Upload-Offset must have the number of bytes that have arrived."
            )
        }
        run(call.parameters["upload"], call) { [self] () async throws(APIError) in
            let (upload, count) = try await find(call, session)
            guard offset == count else {
                throw .problem(.uploadOffset, "The upload has \(count) bytes, and Upload-Offset is \(offset).")
            }
            let end = try await receive(upload, from: count, call, session)
            return response(.noContent, offset: end)
        }
    }

    private func read(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        try check(call, session, credential)
        perform(call) { [self] () async throws(APIError) in
            let (upload, _) = try await find(call, session)
            guard upload.isComplete else { throw .problem(.notFound) }
            let stream = HTTPBodyStream(length: upload.size)
            UploadContent(upload, of: session.id, in: store, to: stream).send()
            var response = HTTPResponse(.ok, body: .stream(stream))
            // A page of this server must never run what a user has uploaded.
            response.fields[.contentType] = upload.isPicture ? upload.type : "application/octet-stream"
            response.fields[.contentDisposition] = "attachment"
            response.fields[.contentSecurityPolicy] = "sandbox; default-src 'none'"
            response.fields[.cacheControl] = "private, no-cache"
            return response
        }
    }

    private func remove(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        try check(call, session, credential)
        run(call.parameters["upload"], call) { [self] () async throws(APIError) in
            let (upload, _) = try await find(call, session)
            try await stored { try await store.remove(upload.id, of: session.id) }
            var response = HTTPResponse(.noContent)
            response.fields.append(.tusResumable, Self.version)
            return response
        }
    }

    // MARK: - Checks

    private func check(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        try api.check(session.view, credential)
        if session.view.record.state.isEnded { throw .problem(.ended) }
        if let version = call.request.fields[.tusResumable], version != Self.version {
            var problem = ProblemDetails(.preconditionFailed, detail: "This server speaks tus \(Self.version).")
            problem.fields.append(.tusVersion, Self.version)
            throw .limit(problem)
        }
    }

    private func checkType(_ call: APICall) throws(APIError) {
        guard call.request.mediaType?.description == Self.piecesType else {
            throw .problem(.unsupportedMediaType, "The bytes of a file have the type \(Self.piecesType).")
        }
    }

    private func checkField(of upload: Upload, _ metadata: UploadMetadata, _ view: SessionView) throws(APIError) {
        let state = view.record.state
        let key = metadata.screen.map { Key($0) ?? Key(0) } ?? state.focus?.key
        guard let key, let screen = state.screens[key]?.screen else {
            throw .session(.navigation(.staleScreen(key ?? Key(0)), view))
        }
        switch UploadRules(screen).refusal(of: upload, for: metadata.field) {
        case nil: return
        case .noField: throw .problem(.rejected, "The screen has no such field for files.")
        case .type(let types):
            throw .problem(.unsupportedMediaType, "The field takes \(types.joined(separator: ", ")) only.")
        case .size(let limit): throw .problem(.bodyTooLarge, "The field takes files of up to \(limit) bytes.")
        }
    }

    // MARK: - Bytes

    private func find(_ call: APICall, _ session: Session) async throws(APIError) -> (upload: Upload, count: Int) {
        let id = call.parameters["upload"]
        guard Upload.isID(id), let found = try await stored({ try await store.find(id, of: session.id) }) else {
            throw .problem(.notFound, "There is no such upload.")
        }
        return found
    }

    /// Stores the body of a request, as far as it comes, and returns the number of bytes that are stored then.
    private func receive(
        _ upload: Upload,
        from offset: Int,
        _ call: APICall,
        _ session: Session
    ) async throws(APIError) -> Int {
        var count = offset
        do {
            // A server other than ours may give the body as a whole.
            var rest = call.request.stream == nil ? call.request.body : []
            while let piece = rest.isEmpty ? try await call.request.stream?.next() : rest {
                rest = []
                guard count + piece.count <= upload.size else {
                    throw APIError.problem(.bodyTooLarge, "The upload has more bytes than Upload-Length.")
                }
                let start = count
                try await stored { try await store.append(piece, at: start, to: upload.id, of: session.id) }
                count += piece.count
            }
        } catch let error as APIError {
            throw error
        } catch {
            // What has arrived is kept, and the client goes on from there.
            try await stored { try await store.sync(upload.id, of: session.id) }
            throw .problem(.unavailable, "The request has broken off.")
        }
        try await stored { try await store.sync(upload.id, of: session.id) }
        if count == upload.size, !upload.isComplete { try await complete(upload, session) }
        return count
    }

    private func complete(_ upload: Upload, _ session: Session) async throws(APIError) {
        if let decide = api.registry.uploadHandler {
            let uploads = SessionUploads(store: store, session: session.id)
            let verdict = try await stored { try await decide(upload.file, uploads) }
            if case .rejected(let reason) = verdict {
                try await stored { try await store.remove(upload.id, of: session.id) }
                // The application has the translations of the reason.
                throw .session(.navigation(.rejected(Rejection("upload.rejected", reason)), session.view))
            }
        }
        try await stored { try await store.complete(upload, of: session.id) }
    }

    private func response(_ status: HTTPStatus, offset: Int) -> HTTPResponse {
        var response = HTTPResponse(status)
        response.fields.append(.tusResumable, Self.version)
        response.fields.append(.uploadOffset, String(offset))
        return response
    }

    // MARK: - Tasks

    /// Calls a function of the store or of a handler.
    ///
    /// Its errors are logged, and the client gets a 503.
    private func stored<Value>(_ body: () async throws -> Value) async throws(APIError) -> Value {
        do {
            return try await body()
        } catch {
            api.log.error("Upload failed", metadata: ["error": "\(error)"])
            throw .problem(.unavailable, "The file can't be stored now. Try again later.")
        }
    }

    /// Responds to a request with the result of a task, after earlier requests of the same upload.
    private func run(
        _ id: String,
        _ call: APICall,
        _ body: @escaping @Sendable () async throws(APIError) -> HTTPResponse
    ) {
        transfers.run(id, taking: call.request.stream, on: store.queue) { await respond(call, body) }
    }

    private func perform(_ call: APICall, _ body: @escaping @Sendable () async throws(APIError) -> HTTPResponse) {
        Task(executorPreference: store.queue) { await respond(call, body) }
    }

    private func respond(_ call: APICall, _ body: () async throws(APIError) -> HTTPResponse) async {
        do throws(APIError) {
            call.respond(try await body())
        } catch {
            call.fail(error)
        }
    }
}

extension Upload {
    /// Whether a browser shows it as a picture and runs nothing in it.
    fileprivate var isPicture: Bool {
        ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"].contains(type)
    }
}
