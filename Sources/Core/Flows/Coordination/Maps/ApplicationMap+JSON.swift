public import JSON

extension ApplicationMap {
    /// The map as JSON.
    ///
    /// ```json
    /// {
    ///   "application": "items", "title": "Items", "root": "ItemsCoordinator",
    ///   "flows": [{"name": "AuthCoordinator", "screens": ["login"], "handles": ["login.submit"], "runs": [], "effects": []}],
    ///   "transitions": [{"from": {"flows": ["ItemsCoordinator", "AuthCoordinator"], "screen": "login"}, "event": "terms", "to": {}}]
    /// }
    /// ```
    public var json: JSONValue {
        [
            "application": .string(application),
            "title": .string(title),
            "root": .string(root),
            "flows": .array(
                flows.map { flow in
                    [
                        "name": .string(flow.name), "screens": .strings(flow.screens),
                        "handles": .strings(flow.handles),
                        "runs": .strings(flow.runs), "effects": .strings(flow.effects),
                    ]
                }
            ),
            "transitions": .array(
                transitions.map { transition in
                    [
                        "from": transition.source?.json ?? .null, "event": .string(transition.event),
                        "to": transition.target.json,
                    ]
                }
            ),
        ]
    }
}

extension ApplicationMap.Place {
    fileprivate var json: JSONValue { ["flows": .strings(flows), "screen": .string(screen)] }
}

extension JSONValue {
    fileprivate static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
