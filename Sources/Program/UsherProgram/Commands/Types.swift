import ArgumentParser
import ClientTypes
import Documents
import FoundationEssentials
import StateAPI

/// Writes the types of an application's screens for clients, as source of a language.
struct Types: ParsableCommand {
    static var configuration: CommandConfiguration {
        let program = UsherProgram.current.name
        return CommandConfiguration(
            abstract: "Writes the types of an application's screens for clients in Swift, TypeScript or Kotlin.",
            discussion: """
                The source has the props of each screen, the payload of each output, and the types inside of them, with the names \
                that they have in /openapi.json. It needs no library, except for Foundation in Swift. Make it again after a change \
                of the application.

                  \(program) types APP --language swift --output Screens.swift
                  \(program) types APP --language typescript > screens.ts
                  \(program) types APP --language kotlin --output Screens.kt
                """
        )
    }

    @Argument(help: ArgumentHelp("The application.", valueName: "app"))
    var application: String

    @Option(help: "The language of the source: swift, typescript or kotlin.")
    var language: ClientLanguage

    @Option(help: ArgumentHelp("The file to write, instead of standard output.", valueName: "file"))
    var output: String?

    func run() throws {
        let program = UsherProgram.current
        _ = try program.applications(named: [application])
        // The name of a type depends on those of all applications of a server.
        let contract = ClientContract(of: try program.makeApplications())
        guard let types = ClientTypes(contract, of: application) else { return }
        let command = "\(program.name) types \(application) --language \(language.rawValue)"
        let source = language.source(of: types, madeBy: command)
        guard let output else { return print(source, terminator: "") }
        do {
            try source.write(toFile: output, atomically: true, encoding: .utf8)
        } catch {
            throw StartError(description: "\(output) can't be written: \(error)")
        }
    }
}

extension ClientLanguage: ExpressibleByArgument {}
