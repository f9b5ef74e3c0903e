import Coordination
import HTTPCore
import JSON
import Sessions

/// The endpoint with which other systems of the operator publish values of topics.
struct TopicEndpoints {
    let api: StateAPI
    let access: OperatorAccess

    /// The publication of a value.
    var publish: Endpoint {
        Endpoint(
            method: .post,
            template: "/v1/topics/:name",
            id: "publishValue",
            tag: "topics",
            summary: "Publishes a value of a topic, which reaches every session that follows it",
            body: .object,
            isBodyRequired: true,
            responses: [.init(status: .noContent, description: "The value is stored.")],
            problems: [.notFound],
            handler: .operator(access, publish)
        )
    }

    private func publish(_ call: APICall) throws(APIError) {
        let name = call.parameters["name"]
        let kinds = api.registry.applications.all.flatMap(\.topics.types.values).filter {
            $0.name.hasSameBytes(as: name)
        }
        guard let kind = kinds.first, !TopicID(name: name, key: "").isPresence else {
            throw .problem(.notFound, "No flow follows a topic '\(name.prefix(scalars: 64))'.")
        }
        let body = try api.body(of: call.request) ?? .object([:])
        let topic = try part("topic", of: body, orEmpty: true) { members in try kind.id(of: members) }
        let value = try part("value", of: body) { value in try kind.canonical(value: value) }
        api.registry.topics.publish(value, to: topic, on: call.reply.queue) { result in
            call.attempt { () throws(APIError) in
                switch result {
                case .success: call.respond(HTTPResponse(.noContent))
                case .failure(.store(let error)): throw .session(.store(error))
                case .failure(let error): throw .problem(.bodyTooLarge, LocalizedText(verbatim: error.description))
                }
            }
        }
    }

    /// Reads a member of the body.
    ///
    /// - Throws: `NavigationError.invalidPayload` if it is missing, or not of the type that the topic declares.
    private func part<Value>(
        _ name: String,
        of body: JSONValue,
        orEmpty: Bool = false,
        _ read: ([UInt8]) throws -> Value
    ) throws(APIError) -> Value {
        let empty: JSONValue? = orEmpty ? JSONValue.object([:]) : .none
        guard let json = body[name] ?? empty else {
            throw APIError(.init(pointer: "/\(name)", code: "required", detail: "The member “\(name)” is required."))
        }
        do {
            return try read(JSONCoding.encode(json))
        } catch {
            let failure = (error as? DecodingError).map { JSONDecodingFailure($0) }
            let detail = failure.map { $0.detail.prefix(1).uppercased() + $0.detail.dropFirst() + "." } ?? "\(error)"
            let pointer = "/\(name)\(failure?.pointer.description ?? "")"
            throw APIError(.init(pointer: pointer, code: "type", detail: LocalizedText(verbatim: detail)))
        }
    }
}

extension APIError {
    /// Makes the error for a body with one mistake.
    fileprivate init(_ violation: PayloadError.Violation) {
        self = .session(.navigation(.invalidPayload(PayloadError(violations: [violation])), nil))
    }
}
