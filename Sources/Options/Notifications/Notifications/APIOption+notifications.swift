public import StateAPI

extension APIOption {
    /// The subscriptions of devices to the notifications of their sessions: `…/notifications`.
    public static let notifications = APIOption(
        name: "notifications",
        summary: "Notifications of the user while no client follows the session.",
        schemas: NotificationEndpoints.schemas,
        endpoints: { NotificationEndpoints(api: $0).all }
    )
}
