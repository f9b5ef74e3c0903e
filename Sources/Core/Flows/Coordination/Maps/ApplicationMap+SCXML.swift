extension ApplicationMap {
    /// The map as a state chart in SCXML (W3C Recommendation of 1 September 2015), for tools that draw or check state charts.
    ///
    /// ```xml
    /// <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="items" initial="ItemsCoordinator_flow">
    ///     <state id="ItemsCoordinator_flow" initial="AuthCoordinator_login">
    /// ```
    ///
    /// Each flow is a state with its screens and the flows that it runs as states in it. An event that leads from one screen to
    /// several has a transition to each of them, because a handler decides between them. An interpreter takes the first.
    public var scxml: String {
        let drawing = MapDrawing(self)
        let flow = MapDrawing.id(root, "flow")
        let start = transitions.first { $0.source == nil }.map { MapDrawing.id($0.target) }
        var transitionLines: [String: [String]] = [:]
        for transition in transitions {
            guard let source = transition.source.map(MapDrawing.id) else { continue }
            let (event, target) = (Self.token(transition.event), MapDrawing.id(transition.target))
            let line = "<transition event=\"\(event)\" target=\"\(target)\"/>"
            // A flow that several flows run has one state.
            if transitionLines[source]?.contains(line) != true { transitionLines[source, default: []].append(line) }
        }
        let states = box(root, in: drawing, depth: 1) { id, _, indent in
            let initial = id == flow ? start.map { " initial=\"\($0)\"" } ?? "" : ""
            return ["\(indent)<state id=\"\(id)\"\(initial)>", "\(indent)</state>"]
        } screen: { id, _, indent in
            guard let lines = transitionLines[id] else { return "\(indent)<state id=\"\(id)\"/>" }
            let events = lines.map { "\(indent)    \($0)" }.joined(separator: "\n")
            return "\(indent)<state id=\"\(id)\">\n\(events)\n\(indent)</state>"
        }
        let namespace = "http://www.w3.org/2005/07/scxml"
        let head = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<scxml xmlns=\"\(namespace)\" version=\"1.0\" name=\"\(Self.token(application))\" initial=\"\(flow)\">",
        ]
        return (head + states + ["</scxml>"]).joined(separator: "\n") + "\n"
    }

    /// Returns a name with only the characters that the name of an event and an attribute of the type NMTOKEN may have.
    private static func token(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "_" })
    }
}
