import JSON

extension Endpoint {
    /// The content of a successful response, by its media type.
    package enum Content {
        case none
        /// A component of the document, as JSON.
        case json(String)
        /// A state, or a patch if the client prefers one.
        case state
        case other(type: String, OpenAPISchema)
        /// A component, or a text of another type, among which the handler chooses.
        case forms(String, others: [String])

        /// The media type that a client must accept, or `nil` if there is none, or if the handler chooses.
        var mediaType: String? {
            switch self {
            case .json, .state: "application/json"
            case .other(let type, _): type
            case .none, .forms: nil
            }
        }

        /// Whether the client may ask for another form of the state.
        var isState: Bool { if case .state = self { true } else { false } }

        /// Returns the schemas of the media types, for a server that has some forms of the state.
        func schemas(with forms: [StateFormOffer]) -> [(mediaType: String, schema: OpenAPISchema)] {
            switch self {
            case .none: []
            case .json(let name): [("application/json", .ref(name))]
            case .state:
                [("application/json", .ref("State")), ("application/json-patch+json", .ref("Patch"))]
                    + forms.compactMap { form in form.mediaTypes.first.map { ($0, .ref(form.schema)) } }
            case .other(let type, let schema): [(type, schema)]
            case .forms(let name, let others): [("application/json", .ref(name))] + others.map { ($0, .string) }
            }
        }
    }
}
