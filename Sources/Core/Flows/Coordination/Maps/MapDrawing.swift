/// A map as nested boxes of flows with screens in them, and edges between the screens.
///
/// A flow that several flows run has one box, in the first of them. Edges that lead to it from elsewhere cross the borders.
struct MapDrawing {
    /// A flow with the screens that it shows and the flows that it runs.
    struct Box {
        let flow: String
        var screens: [String] = []
        var boxes: [String] = []
    }

    /// An edge with the names of all events that lead from one screen to another.
    struct Edge {
        let source: String?
        let target: String
        let label: String
    }

    private(set) var boxes: [String: Box] = [:]
    private(set) var edges: [Edge] = []
    let root: String

    init(_ map: ApplicationMap) {
        root = map.root
        boxes[root] = Box(flow: root)
        let places = map.transitions.flatMap { [$0.source, $0.target].compactMap(\.self) }
        for place in Set(places).sorted(by: { ($0.flows.count, $0) < ($1.flows.count, $1) }) { add(place) }
        if map.transitions.isEmpty { addWiring(of: map) }
        var labels: [String: [String]] = [:]
        var order: [(String?, String)] = []
        for transition in map.transitions {
            let (source, target) = (transition.source.map(Self.id), Self.id(transition.target))
            let key = "\(source ?? "") \(target)"
            if labels[key] == nil { order.append((source, target)) }
            if labels[key]?.contains(transition.event) != true { labels[key, default: []].append(transition.event) }
        }
        edges = order.map { source, target in
            let events = labels["\(source ?? "") \(target)"] ?? []
            return Edge(source: source, target: target, label: events.filter { !$0.isEmpty }.joined(separator: ", "))
        }
    }

    /// The identifier of a screen in a flow, which is a name in Mermaid, DOT and XML.
    static func id(_ flow: String, _ screen: String) -> String {
        String("\(flow)_\(screen)".map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// The identifier of a place.
    static func id(_ place: ApplicationMap.Place) -> String { id(place.flows.last ?? "", place.screen) }

    private mutating func add(_ place: ApplicationMap.Place) {
        for (parent, flow) in zip(place.flows, place.flows.dropFirst()) where boxes[flow] == nil {
            boxes[flow] = Box(flow: flow)
            boxes[parent]?.boxes.append(flow)
        }
        guard let flow = place.flows.last, boxes[flow]?.screens.contains(place.screen) == false else { return }
        boxes[flow]?.screens.append(place.screen)
    }

    /// Adds the flows and screens of the wiring, for a map without transitions.
    private mutating func addWiring(of map: ApplicationMap) {
        var waiting = [root]
        while !waiting.isEmpty {
            let name = waiting.removeFirst()
            guard let flow = map.flows.first(where: { $0.name == name }) else { continue }
            boxes[name]?.screens = flow.screens
            for child in flow.runs where boxes[child] == nil {
                boxes[child] = Box(flow: child)
                boxes[name]?.boxes.append(child)
                waiting.append(child)
            }
        }
    }
}
