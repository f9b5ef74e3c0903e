package import Coordination
import JSON

extension StateAPI {
    private static let clientInfo: JSONSchema = .object([
        .init("platform", .string(form: .line), isRequired: false),
        .init("version", .string(form: .line), isRequired: false),
        .init("locale", .string, isRequired: false), .init("timeZone", .string, isRequired: false),
        .init("view", .boolean, isRequired: false), .init("fallbacks", .boolean, isRequired: false),
        .init("elements", .array(.string(maxLength: 64), maxItems: 64), isRequired: false),
    ])
    private static let knownMembers: Set<String> = [
        "platform", "version", "locale", "timeZone", "view", "elements", "fallbacks",
    ]
    /// The most screens that a client can list.
    static let listedScreens = 256

    /// Removes the client's description of itself from the body, and returns it with each text cut to 64 Unicode scalars.
    ///
    /// Unknown members are ignored, but a known member of another type is rejected.
    package func client(_ body: inout JSONValue) throws(APIError) -> ClientInfo {
        guard case .object(var object) = body, let value = object["client"] else { return ClientInfo() }
        object["client"] = nil
        body = .object(object)
        guard case .object(let client) = value else { throw Self.violation(["client"], .type, "must be an object") }
        var known = client
        for name in client.keys where !Self.knownMembers.contains(name) { known[name] = nil }
        let canonical = Self.clientInfo.canonical(.object(known))
        let violations = Self.clientInfo.violations(of: canonical).map { violation in
            JSONSchemaViolation(
                pointer: JSONPointer(["client"] + violation.pointer.tokens),
                code: violation.code,
                detail: violation.detail
            )
        }
        guard violations.isEmpty else { throw APIError(violations) }
        func text(_ name: String) -> String? { canonical[name]?.stringValue?.prefix(scalars: 64) }
        var info = ClientInfo(
            platform: text("platform"),
            version: text("version"),
            locale: text("locale"),
            timeZone: text("timeZone"),
            view: client["view"]?.boolValue,
            screens: try client["screens"].map(screens),
            elements: client["elements"]?.arrayValue?.compactMap(\.stringValue)
        )
        info.fallbacks = client["fallbacks"]?.boolValue
        return info
    }

    /// Returns the versions of the screens that a client lists, by the names of the screens.
    private func screens(_ json: JSONValue) throws(APIError) -> [String: Int] {
        guard case .object(let object) = json else {
            throw Self.violation(["client", "screens"], .type, "must be an object with the version of each screen")
        }
        guard object.count <= Self.listedScreens else {
            throw Self.violation(["client", "screens"], .maximum, "must have at most \(Self.listedScreens) members")
        }
        var screens: [String: Int] = [:]
        for member in object.members {
            let version = member.value.integerValue ?? 0
            guard member.key.utf8.count <= 64, (1...1_000_000).contains(version) else {
                throw Self.violation(["client", "screens", member.key], .type, "must be a version from 1 on")
            }
            screens[member.key] = Int(version)
        }
        return screens
    }

    private static func violation(
        _ path: [String],
        _ code: JSONSchemaViolation.Code,
        _ detail: JSONSchemaDetail
    ) -> APIError {
        APIError([JSONSchemaViolation(pointer: JSONPointer(path), code: code, detail: detail)])
    }
}
