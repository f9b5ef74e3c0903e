import Foundation
import Programs
import Testing

/// `Scripts/checks/stranger.sh` builds and tests the package that the command makes.
@Suite("The program's command for a new package")
struct NewProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/usher", withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: "\(folder.path)/usher/Package.swift"))
    }

    /// Runs `usher new` in the folder.
    ///
    /// Standard error is in the output.
    private func new(_ arguments: String...) throws -> (output: String, status: Int32) {
        let program = ProgramProcess.folder.appending(path: "usher").path()
        let script = #"cd "$0" && exec "$@" 2>&1"#
        return try Program.run("/bin/sh", ["-c", script, folder.path, program, "new"] + arguments)
    }

    private func content(_ path: String) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
    }

    @Test("the package has every file, named after it, and no placeholder is left in any")
    func files() throws {
        let (output, status) = try new("my-bank")
        #expect(status == 0 && output.contains("Next: cd my-bank && swift test"), "\(output)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/my-bank").filter { path in
            try FileManager.default.attributesOfItem(atPath: "\(folder.path)/my-bank/\(path)")[.type]
                as? FileAttributeType
                == .typeRegular
        }
        #expect(
            Set(files) == [
                ".gitignore", "Dockerfile", "Package.swift", "README.md", "Sources/my-bank/MyBankApplication.swift",
                "Sources/my-bank/MyBankCoordinator.swift", "Sources/my-bank/Notebook.swift",
                "Sources/my-bank/SaveNote.swift", "Sources/my-bank/Screens.swift", "Sources/my-bank/main.swift",
                "Tests/MyBankTests/FlowTests.swift",
            ]
        )
        for file in files {
            let text = try content("my-bank/\(file)")
            #expect(!text.contains("__") && !text.isEmpty, "\(file): \(text)")
        }
        #expect(
            try content("my-bank/Package.swift").contains(#".package(name: "usher", path: "../usher", traits: [])"#)
        )
        #expect(try content("my-bank/Tests/MyBankTests/FlowTests.swift").contains("@testable import my_bank"))
        #expect(try content("my-bank/Dockerfile").contains("COPY --from=usher Sources /src/usher/Sources"))
    }

    @Test("the Dockerfile copies each folder that the manifest needs, the tested versions, and the web client")
    func dockerfile() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/usher/Scripts",
            withIntermediateDirectories: false
        )
        let versions = try Data(contentsOf: root.appending(path: "Scripts/dependencies.json"))
        try versions.write(to: URL(filePath: "\(folder.path)/usher/Scripts/dependencies.json"))
        #expect(try new("bank").status == 0)
        #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/bank/Package.resolved")) == versions)
        let dockerfile = try content("bank/Dockerfile")
        let copied = Set(dockerfile.matches(of: /(?m)^COPY --from=usher (\S+) \/src\/usher\//).map { String($0.1) })
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let folders =
            ["target(": "Sources", "executableTarget(": "Sources", "testTarget(": "Tests", "plugin(": "Plugins"]
            .filter { manifest.contains("." + $0.key) }.map(\.value)
            + manifest.matches(of: /path: "(\w+)\//).map { String($0.1) }
        #expect(copied == Set(folders + ["Package.swift", "Scripts/bundle.sh", "Public"]))
        #expect(dockerfile.contains("COPY Package.swift Package.resolved ./"))
        #expect(dockerfile.contains("RUN /src/usher/Scripts/bundle.sh /src/usher/Public /src/public"))
        for path in copied {
            #expect(FileManager.default.fileExists(atPath: root.appending(path: path).path()), "\(path)")
        }
    }

    @Test("a package on a repository needs no folder of Usher")
    func repository() throws {
        #expect(try new("bank", "--usher", "https://git.example/usher.git").status == 0)
        let dependency = #".package(url: "https://git.example/usher.git", from: "0.1.0", traits: [])"#
        #expect(try content("bank/Package.swift").contains(dependency))
        #expect(try !content("bank/Dockerfile").contains("--from=usher"))
        let checkout = "/src/bank/.build/checkouts/usher"
        #expect(try content("bank/Dockerfile").contains("RUN \(checkout)/Scripts/bundle.sh \(checkout)/Public"))
    }

    @Test(
        "a name from which no module can be made is rejected with what is allowed",
        arguments: [
            "Bank", "9bank", "my_bank", "my--bank", "bank-", "", "../bank", "bänk", String(repeating: "a", count: 41),
        ]
    )
    func invalidName(name: String) throws {
        let (output, status) = try new("--", name)
        #expect(
            status == 2 && output.contains("use a small letter and then up to 39 small letters, digits"),
            "\(output)"
        )
    }

    @Test(
        "a name that Swift or Usher has is rejected",
        arguments: ["class": "is a keyword of Swift", "usher": "is a target of Usher"]
    )
    func takenName(name: String, reason: String) throws {
        let (output, status) = try new(name)
        #expect(status == 2 && output.contains(reason) && output.contains("choose another name"), "\(output)")
    }

    @Test("a folder that exists is left as it is")
    func existingFolder() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/bank", withIntermediateDirectories: false)
        let (output, status) = try new("bank")
        #expect(
            status == 2 && output.contains("There is a file or folder 'bank' already; choose another name."),
            "\(output)"
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/bank") == [])
    }

    @Test("a location without a package is named in the error, and nothing is written")
    func missingUsher() throws {
        let (output, status) = try new("bank", "--usher", "../elsewhere")
        #expect(
            status == 2 && output.contains("There is no package at \(folder.path)/elsewhere; set --usher"),
            "\(output)"
        )
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/bank"))
    }
}
