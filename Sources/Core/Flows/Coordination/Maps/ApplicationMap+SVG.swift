extension ApplicationMap {
    /// The map as a picture in SVG: the flows as nested boxes, with their screens, drawn without another program.
    ///
    /// Each flow is a group with `data-flow`, and each screen one with `data-flow` and `data-screen`, so that a page can mark
    /// the place of a session:
    ///
    /// ```xml
    /// <g class="screen" data-flow="AuthCoordinator" data-screen="login"><rect x="40" …/><text …>login</text></g>
    /// ```
    ///
    /// Transitions are not drawn. Graphviz finds ways for their lines in the graph of ``dot``.
    public var svg: String {
        let drawing = MapDrawing(self)
        let layout = MapLayout(drawing)
        let (width, height) = (layout.size.width + 2, layout.size.height + 2)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
                + " role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"13\">",
            "<title>\(Self.escaped(title))</title>",
        ]
        for box in layout.boxes {
            let name = Self.escaped(box.flow)
            lines.append("<g class=\"flow\" data-flow=\"\(name)\">")
            lines.append(
                "<rect \(box.frame.attributes) rx=\"10\" fill=\"#64748b\" fill-opacity=\".07\" stroke=\"#64748b\" stroke-opacity=\".5\"/>"
            )
            let (x, y) = (box.frame.x + MapLayout.gap, box.frame.y + 20)
            lines.append("<text x=\"\(x)\" y=\"\(y)\" font-weight=\"600\" fill=\"#64748b\">\(name)</text></g>")
        }
        for screen in layout.screens {
            let (flow, name) = (Self.escaped(screen.flow), Self.escaped(screen.name))
            lines.append("<g class=\"screen\" data-flow=\"\(flow)\" data-screen=\"\(name)\">")
            lines.append("<rect \(screen.frame.attributes) rx=\"8\" fill=\"#fff\" stroke=\"#64748b\"/>")
            let (x, y) = (screen.frame.x + screen.frame.width / 2, screen.frame.y + 21)
            lines.append("<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\" fill=\"#1e293b\">\(name)</text></g>")
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// Returns a text as it is written in XML.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

/// The places of a map's boxes and screens: screens in rows, and below them the boxes of further flows in rows.
struct MapLayout {
    struct Frame {
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        var attributes: String { "x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"" }
    }

    struct Screen {
        let flow: String
        let name: String
        var frame: Frame
    }

    struct Box {
        let flow: String
        var frame: Frame
    }

    /// The distance between two things, and of a thing to the edge of its box.
    static let gap = 14
    private static let headHeight = 32
    private static let screenHeight = 32
    /// The width beyond which a row ends.
    private static let rowWidth = 1_000

    private let drawing: MapDrawing
    private(set) var boxes: [Box] = []
    private(set) var screens: [Screen] = []
    private(set) var size: (width: Int, height: Int) = (0, 0)

    init(_ drawing: MapDrawing) {
        self.drawing = drawing
        size = place(drawing.root, x: 0, y: 0, rowWidth: Self.rowWidth)
    }

    /// Places a box and everything in it, and returns its size.
    private mutating func place(_ flow: String, x: Int, y: Int, rowWidth: Int) -> (width: Int, height: Int) {
        guard let box = drawing.boxes[flow] else { return (0, 0) }
        let index = boxes.count
        boxes.append(Box(flow: flow, frame: Frame(x: x, y: y, width: 0, height: 0)))
        let inner = max(200, rowWidth - 2 * Self.gap)
        var row = Row(x: x + Self.gap, y: y + Self.headHeight, width: inner)
        for name in box.screens {
            let width = Self.width(of: name)
            let (x, y) = row.add(width, Self.screenHeight)
            let frame = Frame(x: x, y: y, width: width, height: Self.screenHeight)
            screens.append(Screen(flow: flow, name: name, frame: frame))
        }
        row.endRow()
        for child in box.boxes {
            // Placed where the next thing of a row would be, and moved if it does not fit there.
            let (first, firstScreen) = (boxes.count, screens.count)
            let size = place(child, x: row.nextX, y: row.y, rowWidth: inner)
            let (from, fromY) = (row.nextX, row.y)
            let (toX, toY) = row.add(size.width, size.height)
            move(boxesFrom: first, screensFrom: firstScreen, by: (toX - from, toY - fromY))
        }
        row.endRow()
        let width = max(row.usedWidth + 2 * Self.gap, 2 * Self.gap + Self.width(of: flow))
        let height = max(Self.headHeight, row.y - y)
        boxes[index].frame = Frame(x: x, y: y, width: width, height: height)
        return (width, height)
    }

    private mutating func move(boxesFrom: Int, screensFrom: Int, by distance: (x: Int, y: Int)) {
        for index in boxesFrom..<boxes.count {
            boxes[index].frame.x += distance.x
            boxes[index].frame.y += distance.y
        }
        for index in screensFrom..<screens.count {
            screens[index].frame.x += distance.x
            screens[index].frame.y += distance.y
        }
    }

    /// An estimate of the width of a name, which is good enough for a system font of 13 px.
    private static func width(of name: String) -> Int { max(84, name.count * 8 + 24) }

    /// Things beside each other, in as many rows as they need.
    private struct Row {
        let x: Int
        let width: Int
        private(set) var nextX: Int
        private(set) var y: Int
        private(set) var usedWidth = 0
        private var height = 0

        init(x: Int, y: Int, width: Int) {
            (self.x, self.y, self.width, nextX) = (x, y, width, x)
        }

        /// Adds a thing of a size, and returns its place.
        mutating func add(_ width: Int, _ height: Int) -> (x: Int, y: Int) {
            if nextX > x, nextX + width > x + self.width { endRow() }
            defer {
                usedWidth = max(usedWidth, nextX + width - x)
                nextX += width + MapLayout.gap
                self.height = max(self.height, height)
            }
            return (nextX, y)
        }

        mutating func endRow() {
            if height > 0 { y += height + MapLayout.gap }
            (nextX, height) = (x, 0)
        }
    }
}
