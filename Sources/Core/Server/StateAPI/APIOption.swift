package import Coordination
package import Sessions

/// A part of the API that a server can do without, such as the inspector.
///
/// A target of its own makes it, from the declarations of endpoints that the whole API is made of. So its endpoints are checked as
/// all others are, and the OpenAPI document describes them. A server without the option has none of its code:
///
/// ```swift
/// import Inspector
///
/// var settings = UsherServer.Settings()
/// settings.api.options = [.inspector]
/// ```
public struct APIOption: Sendable {
    /// The name, which is the tag of the endpoints in the OpenAPI document, such as `inspector`.
    package let name: String
    /// A sentence about the endpoints.
    package let summary: String
    /// The path of the page that uses the endpoints, such as `/inspector/`, or `nil` for none.
    package let page: String?
    /// The components of the OpenAPI document that the endpoints refer to, by their names.
    package let schemas: KeyValuePairs<String, OpenAPISchema>
    /// A form of the state that clients can ask for in place of the JSON of this API, or `nil` for none.
    package let form: StateFormOffer?
    /// Returns the endpoints for clients.
    package let endpoints: @Sendable (StateAPI) -> [Endpoint]
    /// Returns the endpoints for operators, for an address that clients can't reach.
    package let operatorEndpoints: @Sendable (StateAPI, OperatorAccess) -> [Endpoint]
    /// Completes events before they are submitted, or `nil` for an option that leaves them as they are.
    package let preparation: EventPreparation?
    /// Ends the responses that stay open, because the server stops.
    package let stop: @Sendable () -> Void

    package init(
        name: String,
        summary: String,
        page: String? = nil,
        schemas: KeyValuePairs<String, OpenAPISchema> = [:],
        form: StateFormOffer? = nil,
        endpoints: @escaping @Sendable (StateAPI) -> [Endpoint],
        operatorEndpoints: @escaping @Sendable (StateAPI, OperatorAccess) -> [Endpoint] = { _, _ in [] },
        preparation: EventPreparation? = nil,
        stop: @escaping @Sendable () -> Void = {}
    ) {
        self.name = name
        self.summary = summary
        self.page = page
        self.schemas = schemas
        self.form = form
        self.endpoints = endpoints
        self.operatorEndpoints = operatorEndpoints
        self.preparation = preparation
        self.stop = stop
    }
}

/// The part of an option that completes events with what the server knows, such as the sizes of files.
package struct EventPreparation: Sendable {
    /// Returns whether it completes an event, which then continues later.
    package let concerns: @Sendable (Event, Session) -> Bool
    /// Returns the event to submit in place of one that it completes.
    package let prepare: @Sendable (Event, Session, StateAPI) async throws(APIError) -> Event

    package init(
        concerns: @escaping @Sendable (Event, Session) -> Bool,
        prepare: @escaping @Sendable (Event, Session, StateAPI) async throws(APIError) -> Event
    ) {
        self.concerns = concerns
        self.prepare = prepare
    }
}
