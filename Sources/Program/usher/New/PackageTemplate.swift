/// The files of a new package.
struct PackageTemplate {
    let name: PackageName
    let location: UsherLocation
    /// The version of Usher.
    let version: String
    /// The content of `Package.resolved`, or `nil` to let the package manager make it.
    let testedVersions: String?

    /// The content of each file, by its path in the package.
    var files: [(path: String, content: String)] {
        let sources = "Sources/\(name.text)"
        let versions = testedVersions.map { [("Package.resolved", $0)] } ?? []
        return versions
            + [
                ("Package.swift", PackageResources.Package_swift_template),
                ("README.md", PackageResources.README_md_template),
                ("Dockerfile", PackageResources.Dockerfile_template),
                (".gitignore", PackageResources.gitignore_template),
                ("\(sources)/main.swift", PackageResources.main_swift_template),
                ("\(sources)/\(name.type)Application.swift", PackageResources.Application_swift_template),
                ("\(sources)/\(name.type)Coordinator.swift", PackageResources.Coordinator_swift_template),
                ("\(sources)/Screens.swift", PackageResources.Screens_swift_template),
                ("\(sources)/SaveNote.swift", PackageResources.SaveNote_swift_template),
                ("\(sources)/Notebook.swift", PackageResources.Notebook_swift_template),
                ("Tests/\(name.type)Tests/FlowTests.swift", PackageResources.FlowTests_swift_template),
            ].map { ($0.0, filled($0.1)) }
    }

    /// Returns a template with the values of this package.
    private func filled(_ template: [UInt8]) -> String {
        [
            ("__name__", name.text), ("__module__", name.module), ("__Type__", name.type), ("__Title__", name.title),
            ("__dependency__", location.dependency(from: version)), ("__usher__", location.text),
            ("__context__", location.buildContext),
            ("__copy__", location.copyInstructions(to: "/src/\(name.text)")),
            ("__client__", location.sources(in: "/src/\(name.text)")),
        ].reduce(String(decoding: template, as: UTF8.self)) { $0.replacing($1.0, with: $1.1) }
    }
}
