import Coordination
import JSON
import Sessions
import StateAPI

/// The references to uploads in the payloads of outputs, which the server completes with what it knows of the files.
enum UploadReferences {
    static let preparation = EventPreparation(
        concerns: { event, session in schema(of: event, session) != nil },
        prepare: { event, session, api throws(APIError) in try await prepare(event, session, api) }
    )

    /// Returns the screen of an output that takes files, with its schema, or `nil` for any other event.
    private static func schema(of event: Event, _ session: Session) -> (screen: any Screen, schema: JSONSchema)? {
        guard case .output(let name, let key, _?) = event, session.application.takesFiles,
            let screen = session.view.record.state.screens[key]?.screen,
            let output = session.application.outputs(of: type(of: screen)).first(where: { $0.name == name }),
            let schema = output.schema, schema.hasFiles
        else { return nil }
        return (screen, schema)
    }

    private static func prepare(_ event: Event, _ session: Session, _ api: StateAPI) async throws(APIError) -> Event {
        guard case .output(let name, let key, let payload?) = event, let (screen, schema) = schema(of: event, session)
        else { return event }
        var ids: [String] = []
        _ = schema.replacingFiles(in: payload) { file, _ in
            if let id = file["id"]?.stringValue, Upload.isID(id) { ids.append(id) }
            return file
        }
        let uploads = try await find(ids, of: session, api)
        let fields = UploadRules(screen).fields.filter { $0.output == name }
        var violations = tooMany(in: payload, fields)
        let completed = schema.replacingFiles(in: payload) { file, pointer in
            guard let upload = file["id"]?.stringValue.flatMap({ uploads[$0] }), upload.isComplete else {
                violations.append(
                    .init(pointer: pointer, code: "upload", detail: "The file is not uploaded completely.")
                )
                return file
            }
            let field = fields.first {
                pointer == "/\($0.name)" || pointer.hasPrefix("/\($0.name)/") || pointer.isEmpty
            }
            if let rules = field?.rules, !rules.accepts(upload.type) || upload.size > rules.bytes {
                violations.append(.init(pointer: pointer, code: "upload", detail: "The field does not take this file."))
            }
            return upload.file.json
        }
        guard violations.isEmpty else {
            throw .session(.navigation(.invalidPayload(PayloadError(violations: violations)), nil))
        }
        return .output(name, screen: key, payload: completed)
    }

    private static func tooMany(
        in payload: JSONValue,
        _ fields: [UploadRules.FileField]
    ) -> [PayloadError.Violation] {
        fields.compactMap { field in
            guard let count = payload[field.name]?.arrayValue?.count, count > field.rules.count else { return nil }
            return .init(
                pointer: "/\(field.name)",
                code: "maxItems",
                detail: "The field takes at most \(field.rules.count) files."
            )
        }
    }

    private static func find(
        _ ids: [String],
        of session: Session,
        _ api: StateAPI
    ) async throws(APIError) -> [String: Upload] {
        guard let store = api.registry.uploadStore else { return [:] }
        do {
            var uploads: [String: Upload] = [:]
            for id in ids { uploads[id] = try await store.find(id, of: session.id)?.upload }
            return uploads
        } catch {
            throw .session(.store(StoreError(.unavailable, "\(error)")))
        }
    }
}

extension UploadedFile {
    /// The reference with all that the server knows.
    fileprivate var json: JSONValue {
        ["id": .string(id), "name": .string(name), "type": .string(type), "size": .integer(Int64(size))]
    }
}
