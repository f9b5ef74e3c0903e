import Coordination
import HTTPCore
import JSON
import Sessions
import StateAPI

/// The endpoints with which a device subscribes to the notifications of its session.
struct NotificationEndpoints {
    let api: StateAPI
    /// The services by the names of their platforms.
    private var senders: [String: any NotificationSender] { api.registry.notificationSenders }

    private static let path = "/v1/sessions/:id/notifications"

    static let schemas: KeyValuePairs<String, OpenAPISchema> = [
        "Notifications": .object([
            .always(
                "services",
                .array(
                    of: .object([
                        .always("platform", .string, "The name of the service, such as web."),
                        .maybe("key", .string, "What a device needs to subscribe, such as the server's public key."),
                    ])
                )
            ),
            .maybe("platform", .string, "The service that this device has subscribed to."),
        ]),
        "NotificationSubscription": .object([
            .always("platform", .string, "The name of the service."),
            .always("token", .any, "What the service gave to the device."),
        ]),
    ]

    var all: [Endpoint] {
        [
            Endpoint(
                method: .get,
                template: Self.path,
                id: "readNotifications",
                tag: "notifications",
                summary: "The services by which the user can be notified, and the subscription of this device",
                responses: [.init(.json("Notifications"), description: "The services.")],
                handler: .session { call, session, credential throws(APIError) in
                    call.respond(response(of: session, to: credential))
                }
            ),
            Endpoint(
                method: .put,
                template: Self.path,
                id: "subscribeDevice",
                tag: "notifications",
                summary: "Subscribes this device to the notifications of the session",
                body: .ref("NotificationSubscription"),
                isBodyRequired: true,
                responses: [.init(.none, status: .noContent, description: "The device has subscribed.")],
                problems: [.rejected, .ended],
                handler: .session(subscribe)
            ),
            Endpoint(
                method: .delete,
                template: Self.path,
                id: "unsubscribeDevice",
                tag: "notifications",
                summary: "Ends the subscription of this device",
                responses: [.init(.none, status: .noContent, description: "The device has no subscription.")],
                problems: [.ended],
                handler: .session { call, session, credential throws(APIError) in
                    change(session, credential, to: nil, call)
                }
            ),
        ]
    }

    private func response(of session: Session, to credential: Credential) -> HTTPResponse {
        let (devices, current) = api.registry.devices(of: session, current: credential)
        let subscription = devices.first { $0.id == current }?.subscription
        return .json(.ok) { writer in
            writer.member("services", array: senders.sorted { $0.key < $1.key }) { service, writer in
                writer.object { writer in
                    writer.member("platform", service.key)
                    writer.member("key", service.value.key)
                }
            }
            writer.member("platform", subscription?.platform)
        }
    }

    /// The largest token as JSON, in bytes.
    ///
    /// A session has at most eight devices, and is written with their tokens whenever one of them changes.
    private static let tokenBytes = 4_096

    private func subscribe(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        let schema = JSONSchema.object([
            .init("platform", .enumeration(senders.keys.sorted())), .init("token", .any),
        ])
        let body = try api.body(of: call.request, as: schema)
        guard let platform = body["platform"]?.stringValue, let sender = senders[platform], let token = body["token"]
        else {
            throw .problem(.malformedRequest)
        }
        guard token.json.count <= Self.tokenBytes else {
            throw Self.invalidToken("maxLength", "The token may have at most \(Self.tokenBytes) bytes.")
        }
        if let problem = sender.problem(with: token) { throw Self.invalidToken("token", problem) }
        change(session, credential, to: NotificationSubscription(platform: platform, token: token), call)
    }

    private static func invalidToken(_ code: String, _ detail: LocalizedText) -> APIError {
        let violation = PayloadError.Violation(pointer: "/token", code: code, detail: detail)
        return .session(.navigation(.invalidPayload(PayloadError(violations: [violation])), nil))
    }

    private func change(
        _ session: Session,
        _ credential: Credential,
        to subscription: NotificationSubscription?,
        _ call: APICall
    ) {
        api.registry.subscribe(credential, of: session, to: subscription, for: call.reply) { result in
            call.attempt { () throws(APIError) in
                try call.value(of: result)
                call.respond(HTTPResponse(.noContent))
            }
        }
    }
}
