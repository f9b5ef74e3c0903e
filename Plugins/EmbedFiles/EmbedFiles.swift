import PackagePlugin

/// Compiles the text files of a target into it: every file that is neither source code, nor a resource, nor excluded.
///
/// As with the package manager's `.embedInCode`, the code gets them as members of a type, such as
/// `PackageResources.Bank_xcstrings`:
///
/// ```swift
/// .target(name: "Bank", dependencies: […], plugins: [.plugin(name: "EmbedFiles", package: "usher")])
/// ```
///
/// The package manager writes the bytes of a file as an array literal, one element each, and the compiler optimizes each of these
/// elements: 300 KB took half a minute. This plugin writes one string literal for each file, which takes no time.
@main struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        // A catalog of documentation is a folder.
        let files = target.sourceFiles.filter { $0.type == .unknown && $0.url.pathExtension != "docc" }.map(\.url)
            .sorted { $0.path < $1.path }
        guard !files.isEmpty else { return [] }
        let output = context.pluginWorkDirectoryURL.appending(path: "PackageResources.swift")
        return [
            .buildCommand(
                displayName: "Embed the files of \(target.name)",
                executable: try context.tool(named: "embed-files").url,
                arguments: [output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output]
            )
        ]
    }
}
