import ArgumentParser
import Coordination
import FoundationEssentials
import StateAPI

/// Runs a recorded history against this program.
struct Replay: ParsableCommand {
    static var configuration: CommandConfiguration {
        let program = UsherProgram.current.name
        return CommandConfiguration(
            abstract: "Runs the history of a session against this program, and says where a state differs.",
            discussion: """
                FILE is the response to GET /v1/sessions/{id}/history; with several pages, the entries of all of them in one \
                array. The replay begins with the start of the session, or with --snapshot: the response to \
                GET /v1/sessions/{id}/revisions/{n}/snapshot, which '\(program) serve --dev' and the operations address have.

                  \(program) replay history.json
                  \(program) replay history.json --snapshot revision-17.json

                No effect is performed; their recorded outcomes are applied. Secrets are not recorded, so other ones take their \
                places. The times at which sessions expire are not compared.

                The exit code is 0 if all states are the same, 1 if one differs, and 2 if the history can't be replayed.
                """
        )
    }

    @Argument(help: "The history, as JSON.")
    var file: String

    @Option(help: ArgumentHelp("The state to begin with, as JSON.", valueName: "file"))
    var snapshot: String?

    func run() throws {
        let history = try Self.content(of: file)
        let start = try snapshot.map { try Self.content(of: $0) }
        let applications = try UsherProgram.current.makeApplications()
        let report: HistoryReplay.Report
        do throws(HistoryReplay.Failure) {
            report = try HistoryReplay(history, snapshot: start, applications: applications).run()
        } catch {
            throw StartError(description: error.description)
        }
        guard report.differences.isEmpty else {
            for difference in report.differences { StandardOutput.print("\(difference)") }
            throw ExitCode(1)
        }
        StandardOutput.print("The revisions \(report.first) to \(report.last) are the same.")
    }

    private static func content(of path: String) throws(StartError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw StartError(description: "The file \(path) can't be read.")
        }
    }
}
