package import HTTPCore
package import Sessions

/// A form of the state of a session other than the JSON of this API, for one response or one stream.
package protocol StateForm: Sendable {
    /// The value of `Content-Type`.
    var mediaType: String { get }

    /// Returns the body of the response with a session at a commit.
    func body(of view: SessionView) -> StateFormBody

    /// Returns the content of a stream of the session.
    func streamContent() -> any SessionStreamContent
}

/// The body of a response with a state in another form.
package struct StateFormBody: Sendable {
    let bytes: [UInt8]
    /// The language of its texts, or `nil` for an application in one language.
    let language: String?
    /// Whether it has a secret, so that no cache may store it.
    let hasSecret: Bool

    package init(_ bytes: [UInt8], language: String?, hasSecret: Bool) {
        self.bytes = bytes
        self.language = language
        self.hasSecret = hasSecret
    }
}

/// The offer of a form of the state, which a client takes by naming its type in `Accept`.
package struct StateFormOffer: Sendable {
    /// The media types by which clients name the form, without parameters.
    ///
    /// Responses have the first one.
    let mediaTypes: [String]
    /// The name of the component that describes a body.
    let schema: String
    /// Returns the form for a request, from the parameters of a range in its `Accept`, or `nil` if there is no such form.
    let make: @Sendable (StateAPI, HTTPRequest, _ parameters: [(name: String, value: String)]) -> (any StateForm)?

    package init(
        mediaTypes: [String],
        schema: String,
        make:
            @escaping @Sendable (StateAPI, HTTPRequest, _ parameters: [(name: String, value: String)]) -> (
                any StateForm
            )?
    ) {
        self.mediaTypes = mediaTypes
        self.schema = schema
        self.make = make
    }
}

/// The forms of the state that a server has.
struct StateForms: Sendable {
    let offers: [StateFormOffer]

    /// Returns the form of the state that a request asks for, or `nil` for the JSON of this API.
    ///
    /// Only a range that names the type itself asks for a form, and only if `application/json` has no higher weight.
    func form(for request: HTTPRequest, _ api: StateAPI) -> (any StateForm)? {
        // Nearly every client sends one of these, or nothing.
        guard !offers.isEmpty, request.fields.contains(.accept), !request.fields.isExactly(.accept, "*/*"),
            !request.fields.isExactly(.accept, "application/json")
        else { return nil }
        let ranges = request.acceptedRanges
        let json = ranges.filter { $0.description == "application/json" }.map(\.weight).max() ?? 0
        for range in ranges where range.weight > 0 && range.weight >= json {
            for offer in offers where offer.mediaTypes.contains(range.description) {
                if let form = offer.make(api, request, range.parameters) { return form }
            }
        }
        return nil
    }
}
