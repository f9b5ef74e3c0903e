import Foundation
import Programs
import Testing

/// `Scripts/dependencies.py` in a folder of its own, with a list and a resolution that the tests change.
@Suite("The list of dependencies")
struct DependencyListTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let folder: TemporaryFolder

    private var script: String { "\(folder.path)/Scripts/dependencies.py" }
    private var list: String { "\(folder.path)/Scripts/dependencies.json" }
    private var resolution: String { "\(folder.path)/Package.resolved" }

    init() throws {
        folder = try TemporaryFolder()
        let scripts = Self.root.appending(path: "Scripts").path()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Scripts", withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: "\(scripts)/dependencies.py", toPath: script)
        try FileManager.default.copyItem(atPath: "\(scripts)/dependencies.json", toPath: list)
        try FileManager.default.copyItem(atPath: "\(scripts)/dependencies.json", toPath: resolution)
        let program = "Sources/Program/usher/UsherProgram+shipped.swift"
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/Sources/Program/usher",
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(
            atPath: Self.root.appending(path: program).path(),
            toPath: "\(folder.path)/\(program)"
        )
    }

    private func run(_ arguments: String...) throws -> (output: String, status: Int32) {
        // The shell joins standard error and standard output.
        try Program.run("/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", script] + arguments)
    }

    @Test("the listed versions are accepted")
    func same() throws {
        let (output, status) = try run("check")
        #expect(status == 0, "\(output)")
        #expect(output.contains("are those of Scripts/dependencies.json"))
    }

    @Test("another revision, another version, a missing package and one that is not listed are refused by name")
    func different() throws {
        let listed = try String(contentsOfFile: list, encoding: .utf8)
        let revision = try #require(listed.firstMatch(of: /"revision": "([0-9a-f]{40})"/)).1
        let version = try #require(listed.firstMatch(of: /"version": "([0-9.]+)"/)).1
        let identity = try #require(listed.firstMatch(of: /"identity": "([^"]+)"/)).1
        for (old, new) in [
            (String(revision), String(repeating: "0", count: 40)), ("\"\(version)\"", "\"99.0.0\""),
            ("\"\(identity)\"", "\"another-package\""),
        ] {
            let first = try #require(listed.range(of: old))
            try listed.replacingCharacters(in: first, with: new)
                .write(toFile: resolution, atomically: true, encoding: .utf8)
            let (output, status) = try run("check")
            #expect(status == 1)
            #expect(output.contains("\(identity): listed is"), "\(output)")
            #expect(output.contains("dependencies.py pin"))
        }
    }

    @Test("`pin` restores the listed versions")
    func pin() throws {
        try #"{"pins": [], "version": 2}"#.write(toFile: resolution, atomically: true, encoding: .utf8)
        #expect(try run("check").status == 1)
        #expect(try run("pin").status == 0)
        #expect(try run("check").status == 0)
    }

    @Test("the bill of materials has every listed package, and the Debian package of every linked library")
    func billOfMaterials() throws {
        let program = ProgramProcess.folder.appending(path: "usher").path()
        let (output, status) = try run("sbom", program)
        #expect(status == 0, "\(output)")
        let document = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(document["bomFormat"] as? String == "CycloneDX")
        let components = try #require(document["components"] as? [[String: Any]])
        let listed = try String(contentsOfFile: list, encoding: .utf8)
        for match in listed.matches(of: /"version": "([0-9.]+)"/) {
            #expect(components.contains { $0["version"] as? String == String(match.1) }, "\(match.1)")
        }
        let names = components.compactMap { $0["name"] as? String }
        for name in ["libmicrohttpd12", "libsodium23", "libsqlite3-0", "libc6"] { #expect(names.contains(name)) }
        #expect(Set(names).count == names.count)
        // The bill names no folder of the machine that made it.
        #expect(!output.contains(folder.path) && !output.contains(Self.root.path()))
    }
}
