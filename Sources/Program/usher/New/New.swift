import ArgumentParser
import FoundationEssentials
import UsherProgram

/// Makes a package with an application of one's own.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a package with an application of your own, in a new folder.",
        discussion: """
            The package has a flow with two screens, an effect, a program with all commands of 'usher', tests, and a Dockerfile. \
            It builds and passes its tests as it is.

              usher new bank --usher ../usher
              cd bank && swift test && swift run bank serve
            """
    )

    @Argument(help: "The name of the application, the program and the folder: small letters, digits and hyphens.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "The package Usher: a folder, as seen from the new one, or the URL of a Git repository.",
            valueName: "location"
        )
    )
    var usher = "../usher"

    func run() throws {
        let name = try PackageName(name)
        let location = try UsherLocation(usher, from: name.text)
        guard !FileManager.default.fileExists(atPath: name.text) else {
            throw StartError(description: "There is a file or folder '\(name.text)' already; choose another name.")
        }
        let template = PackageTemplate(
            name: name,
            location: location,
            version: UsherProgram.shipped.version,
            testedVersions: location.testedVersions(from: name.text)
        )
        do {
            for (path, content) in template.files {
                let file = URL(filePath: name.text).appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(content.utf8).write(to: file)
            }
        } catch {
            throw StartError(description: "The folder '\(name.text)' can't be written: \(error)")
        }
        print(
            "The package is in the folder \(name.text). Next: cd \(name.text) && swift test && swift run \(name.text) serve"
        )
    }
}
