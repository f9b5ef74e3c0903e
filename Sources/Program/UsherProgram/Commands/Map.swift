import ArgumentParser
import Coordination
import CoordinationTesting
import FoundationEssentials
import Glibc
import JSON

/// Draws the flows and screens of an application.
struct Map: ParsableCommand {
    static var configuration: CommandConfiguration {
        let program = UsherProgram.current.name
        return CommandConfiguration(
            abstract:
                "Draws the flows of an application as nested boxes, with their screens and the transitions between them.",
            discussion: """
                The flows come from the wiring. The transitions are those that '\(program) check' sees with the same options: what an \
                output or the result of an effect brings to the front. With --steps 0, the map has no transitions.

                  \(program) map APP > app.svg                drawn by the program 'dot' of Graphviz
                  \(program) map APP --format mermaid         a flowchart for a Markdown page
                  \(program) map APP --format scxml           a state chart for tools that read SCXML
                """
        )
    }

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case svg, mermaid, dot, scxml, json
    }

    @Argument(help: ArgumentHelp("The application.", valueName: "app"))
    var application: String

    @Option(help: "The form of the map: svg, mermaid, dot, scxml or json.")
    var format = Format.svg

    @OptionGroup var exploration: ExplorationOptions

    func validate() throws {
        guard exploration.steps >= 0 else { throw ValidationError("The number of events must not be negative.") }
    }

    func run() throws {
        let application = try UsherProgram.current.applications(named: [application])[0]
        let map =
            exploration.steps == 0 ? application.map : exploration.explorer(of: application).explore().map
        switch format {
        case .svg: print(try Self.draw(map.dot), terminator: "")
        case .mermaid: print(map.mermaid, terminator: "")
        case .dot: print(map.dot, terminator: "")
        case .scxml: print(map.scxml, terminator: "")
        case .json: print(String(decoding: map.json.json, as: UTF8.self))
        }
    }

    /// Returns the picture that Graphviz draws of a graph.
    private static func draw(_ graph: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "usher-map-\(UUID().uuidString).dot")
        try graph.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        guard let pipe = unsafe popen("dot -Tsvg '\(file.path())'", "r") else {
            throw StartError(description: "The program 'dot' can't be started.")
        }
        var picture: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            guard count > 0 else { break }
            picture += buffer.prefix(count)
        }
        guard unsafe pclose(pipe) == 0, !picture.isEmpty else {
            throw StartError(
                description: "The program 'dot' is missing or failed; install Graphviz, or use --format dot or mermaid."
            )
        }
        return String(decoding: picture, as: UTF8.self)
    }
}
