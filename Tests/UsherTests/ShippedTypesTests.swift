import Applications
import ClientTypes
import Coordination
import CoordinationTesting
import Documents
import Foundation
import JSON
import Programs
import StateAPI
import Testing

@Suite("The types of the shipped applications in Swift")
struct ShippedTypesTests {
    private static func applications() throws -> [Application] {
        [
            try MarketApplication.make(), try ItemsApplication.make(), try ProfileApplication.make(),
            try ShopApplication.make(), try KanjiApplication.make(),
        ]
    }

    @Test("the types compile, and decode each screen that an exploration reaches without a loss", arguments: 0..<5)
    func decoding(index: Int) throws {
        let all = try Self.applications()
        let application = all[index]
        let folder = try TemporaryFolder()
        let types = try #require(ClientTypes(ClientContract(of: all), of: application.name))
        try ClientLanguage.swift.source(of: types, madeBy: "usher types \(application.name) --language swift")
            .write(toFile: "\(folder.path)/Screens.swift", atomically: true, encoding: .utf8)

        let preview = StatePreview(application)
        var lines: [String] = []
        var names: Set<String> = []
        Explorer(application).explore { state in
            let document = try? JSONValue(parsing: preview.document(of: state))
            for (_, screen) in document?["screens"]?.objectValue?.members.map({ ($0.key, $0.value) }) ?? [] {
                guard let name = screen["name"]?.stringValue, let props = screen["props"] else { continue }
                names.insert(name)
                lines += [name, String(decoding: props.json, as: UTF8.self)]
            }
        }
        #expect(names.count > application.screens.count / 2, "\(names.sorted())")
        let documents = "\(folder.path)/documents"
        try lines.joined(separator: "\n").write(toFile: documents, atomically: true, encoding: .utf8)

        let cases = types.screens.map { screen in
            """
                case "\(screen.name)":
                    let value = try JSONDecoder().decode(\(screen.props).self, from: props)
                    encoded = try JSONEncoder().encode(value)
            """
        }
        // What was lost in the types would be missing in the JSON that they write.
        let main = """
            import Foundation

            let lines = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n")
            for index in stride(from: 0, to: lines.count, by: 2) {
                let name = String(lines[index])
                let props = Data(lines[index + 1].utf8)
                if case .other = try Screens.decode(name: name, props: props) { fatalError(name) }
                let encoded: Data
                switch name {
            \(cases.joined(separator: "\n"))
                default: fatalError(name)
                }
                let before = try JSONSerialization.jsonObject(with: props) as! NSDictionary
                let after = try JSONSerialization.jsonObject(with: encoded) as! NSDictionary
                precondition(before == after, "\\(before) \\(after)")
            }
            print(lines.count / 2)

            """
        try main.write(toFile: "\(folder.path)/main.swift", atomically: true, encoding: .utf8)
        let (output, status) = try SwiftCompiler.run(folder, arguments: [documents])
        #expect(status == 0 && output == "\(lines.count / 2)\n", "\(output)")
    }
}
