import Foundation
import Testing

@Suite("Compile errors for common slips")
struct CompileErrorTests {
    @Test("the compiler says what to write instead")
    func messages() throws {
        let output = try typecheck(Self.source)
        for (index, line) in Self.source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let parts = line.components(separatedBy: "// error: ")
            guard parts.count == 2 else { continue }
            let errors = output.split(separator: "\n").filter { $0.contains(".swift:\(index + 1):") }
            #expect(errors.contains { $0.contains(parts[1]) }, "line \(index + 1), \(line):\n\(output)")
        }
    }

    @Test("code without slips compiles")
    func correct() throws {
        let lines = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
        let output = try typecheck(lines.filter { !$0.contains("// error: ") }.joined(separator: "\n"))
        #expect(output == "")
    }

    @Test("a type of an application may have the name of an element, which then has that of its module before it")
    func names() throws {
        let output = try typecheck(
            """
            import Coordination

            struct Card: Payload, Equatable { var number: String }

            struct Wallet: Screen {
                static let name = "wallet"
                static let pick = Output<Wallet, Card>("pick")
                var card: Card
                var view: ScreenView { Grid(cards: [Coordination.Card("Card").reports(Self.pick, card)]) }
            }
            """
        )
        #expect(output == "")
    }

    @Test("the guide lists the names of all elements")
    func guide() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Core/Flows/Coordination").standardized
        let guide = try String(
            contentsOf: folder.appending(path: "Coordination.docc/CoordinatorOnTheServer.md"),
            encoding: .utf8
        )
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "Elements"),
            includingPropertiesForKeys: nil
        )
        let names = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: #/(?m)^public struct (\w+)[^{]*\bViewElement\b/#)
                .map { String($0.output.1) }
        }
        #expect(names.count > 15)
        for name in names { #expect(guide.contains("`\(name)`"), "\(name) is missing in the guide.") }
    }

    private static let source = """
        import Coordination

        struct Login: Screen {
            static let name = "login"
            static let submit = Output<Login, String>("submit")
            static let close = Output<Login, Nothing>("close")

            var view: ScreenView {
                Text("Log in")
                Row("Ada") // error: A row must be in a list
                Section(rows: []) // error: A section must be in a list
                Field("login", "Login") // error: A field must be in a form
                "Log in" // error: A string must be in an element
                List([1]) { _ in Row("Ada").reports(Login.close) }
            }

            var row: Row { Row("Ada").reports(Login.submit, "ada") }
            var other: Row { Row("Ada").reports(Login.submit) } // error: This output has a payload; pass the value
        }

        struct SignIn: Effect {
            static let name = "signIn"
            typealias Value = Int
        }

        final class Child: Coordinator {
            typealias Finish = Int
            func start() {}
            static let wiring: Wiring<Child> = []
        }

        final class Auth: Coordinator {
            func start() {}
            func act() {}
            static let wiring: Wiring<Auth> = [
                .on(Login.submit) { $0.show([], on: Login.self); _ = $1 },
                .on(Login.close) { $0.act() },
            ]
            static let one: Wire<Auth> = .on(Login.submit) { flow in flow.act() } // error: This output has a payload, which the handler must take
            static let two: Wire<Auth> = .on(SignIn.self) { flow in flow.act() } // error: The handler of an effect must take its result
            static let three: Wire<Auth> = .on(failure: SignIn.self) { flow in flow.act() } // error: The handler of a failure must take the reason
            static let four: Wire<Auth> = .on(finish: Child.self) { flow in flow.act() } // error: This flow has a result, which the handler must take
        }
        """

    /// Returns the output of the compiler for a source file that imports the library which this test tests.
    private func typecheck(_ source: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "compile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "slips.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let modules = program.deletingLastPathComponent().appending(path: "Modules").path()
        let compiler = Process(), pipe = Pipe()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, file.path()]
        compiler.standardOutput = pipe
        compiler.standardError = pipe
        try compiler.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        return output
    }
}
