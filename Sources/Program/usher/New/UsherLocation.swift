import FoundationEssentials
import UsherProgram

/// The location of the package Usher, on which a new package depends.
enum UsherLocation {
    /// A folder, absolute or as seen from the new package.
    case folder(String)
    /// The URL of a Git repository.
    case repository(String)

    /// Checks a location.
    ///
    /// - Parameters:
    ///   - text: The path of a folder, or a URL.
    ///   - package: The folder of the new package, which need not exist.
    /// - Throws: `StartError` if a folder has no package.
    init(_ text: String, from package: String) throws(StartError) {
        guard !text.isEmpty, text.allSatisfy({ $0 != "\"" && $0 != "\\" && !$0.isNewline }) else {
            throw StartError(description: "--usher is not the path of a folder or a URL.")
        }
        if text.contains("://") || text.hasPrefix("git@") {
            self = .repository(text)
            return
        }
        let folder =
            text.hasPrefix("/") ? text : Self.resolved("\(FileManager.default.currentDirectoryPath)/\(package)/\(text)")
        guard FileManager.default.fileExists(atPath: "\(folder)/Package.swift") else {
            throw StartError(
                description:
                    "There is no package at \(folder); set --usher to the folder of Usher, as seen from the new package, or to the URL of its repository."
            )
        }
        self = .folder(text)
    }

    /// The path or URL as it was given.
    var text: String {
        switch self {
        case .folder(let text), .repository(let text): text
        }
    }

    /// Returns the dependency in a package's manifest.
    ///
    /// - Parameter version: The version of Usher from which a repository is used.
    /// - Returns: An expression of Swift.
    func dependency(from version: String) -> String {
        switch self {
        case .folder(let path): ".package(name: \"usher\", path: \"\(path)\", traits: [])"
        case .repository(let url): ".package(url: \"\(url)\", from: \"\(version)\", traits: [])"
        }
    }

    /// The option of `docker build` that makes a folder available, or nothing for a repository.
    var buildContext: String {
        switch self {
        case .folder(let path): " --build-context usher=\(path)"
        case .repository: ""
        }
    }

    /// Returns the lines of a Dockerfile that copy a folder to where the manifest in `workFolder` expects it.
    ///
    /// There are none for a repository.
    func copyInstructions(to workFolder: String) -> String {
        guard case .folder = self else { return "" }
        let target = sources(in: workFolder)
        return """
            # The package Usher, from the build context of this name.
            COPY --from=usher Package.swift \(target)/
            COPY --from=usher Plugins \(target)/Plugins
            COPY --from=usher Sources \(target)/Sources
            COPY --from=usher Tests \(target)/Tests
            COPY --from=usher Scripts/bundle.sh \(target)/Scripts/bundle.sh
            COPY --from=usher Public \(target)/Public


            """
    }

    /// Returns the folder of Usher during the build of a package in `workFolder`.
    func sources(in workFolder: String) -> String {
        switch self {
        case .folder(let path): path.hasPrefix("/") ? path : Self.resolved("\(workFolder)/\(path)")
        case .repository(let url):
            // The package manager names a checkout after the last part of the URL.
            "\(workFolder)/.build/checkouts/\(url.split { "/:".contains($0) }.last.map(Self.withoutSuffix) ?? "usher")"
        }
    }

    /// The versions of packages with which this version of Usher was tested, or `nil` for a repository.
    ///
    /// They are in the format of `Package.resolved`.
    func testedVersions(from package: String) -> String? {
        guard case .folder(let path) = self else { return nil }
        let folder = path.hasPrefix("/") ? path : "\(package)/\(path)"
        return (try? Data(contentsOf: URL(filePath: "\(folder)/Scripts/dependencies.json"))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func withoutSuffix(_ name: Substring) -> Substring {
        name.hasSuffix(".git") ? name.dropLast(4) : name
    }

    /// Returns an absolute path without `.` and `..`.
    ///
    /// A symbolic link is a name like any other, as the package manager has it.
    private static func resolved(_ path: String) -> String {
        var names: [Substring] = []
        for name in path.split(separator: "/") {
            switch name {
            case ".": break
            case "..": _ = names.popLast()
            default: names.append(name)
            }
        }
        return "/" + names.joined(separator: "/")
    }
}
