extension ApplicationMap {
    /// The map as a flowchart in the language of Mermaid, for Markdown pages.
    public var mermaid: String {
        let drawing = MapDrawing(self)
        var lines = ["flowchart LR"]
        if drawing.edges.contains(where: { $0.source == nil }) { lines.append("    start((start))") }
        lines += box(drawing.root, in: drawing, depth: 1) { id, name, indent in
            ["\(indent)subgraph \(id)[\(name)]", "\(indent)end"]
        } screen: { id, name, indent in
            "\(indent)\(id)[\(name)]"
        }
        for edge in drawing.edges {
            let arrow = edge.label.isEmpty ? "-->" : "-- \"\(edge.label)\" -->"
            lines.append("    \(edge.source ?? "start") \(arrow) \(edge.target)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The map as a graph in the DOT language of Graphviz, which draws it: `dot -Tsvg`.
    public var dot: String {
        let drawing = MapDrawing(self)
        var lines = [
            "digraph \"\(application)\" {", "    rankdir=LR;", "    fontname=\"sans-serif\";",
            "    node [shape=box, style=rounded, fontname=\"sans-serif\"];",
            "    edge [fontname=\"sans-serif\", fontsize=10];",
        ]
        if drawing.edges.contains(where: { $0.source == nil }) {
            lines.append("    start [shape=circle, label=\"\", width=0.2, style=filled, fillcolor=black];")
        }
        lines += box(drawing.root, in: drawing, depth: 1) { id, name, indent in
            ["\(indent)subgraph cluster_\(id) {\n\(indent)    label=\"\(name)\"; style=rounded;", "\(indent)}"]
        } screen: { id, name, indent in
            "\(indent)\(id) [label=\"\(name)\"];"
        }
        for edge in drawing.edges {
            let label = edge.label.isEmpty ? "" : " [label=\"\(edge.label)\"]"
            lines.append("    \(edge.source ?? "start") -> \(edge.target)\(label);")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// Returns the lines of a box with its screens and boxes.
    ///
    /// - Parameters:
    ///   - name: The name of the flow.
    ///   - drawing: The drawing.
    ///   - depth: The number of boxes around it, plus 1.
    ///   - frame: Returns the first and the last lines of a box.
    ///   - screen: Returns the line of a screen.
    /// - Returns: The lines, indented by their depth.
    func box(
        _ name: String,
        in drawing: MapDrawing,
        depth: Int,
        frame: (_ id: String, _ name: String, _ indent: String) -> [String],
        screen: (_ id: String, _ name: String, _ indent: String) -> String
    ) -> [String] {
        guard let box = drawing.boxes[name] else { return [] }
        let indent = String(repeating: "    ", count: depth)
        let lines = frame(MapDrawing.id(name, "flow"), name, indent)
        let screens = box.screens.map { screen(MapDrawing.id(name, $0), $0, indent + "    ") }
        let boxes = box.boxes.flatMap { self.box($0, in: drawing, depth: depth + 1, frame: frame, screen: screen) }
        return lines.prefix(1) + screens + boxes + lines.suffix(1)
    }
}
