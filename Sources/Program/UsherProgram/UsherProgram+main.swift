import ArgumentParser
import Glibc

extension UsherProgram {
    /// Runs the command on the command line and ends the process.
    ///
    /// Call it in the last line of a program's `main.swift`. The exit code is 0 after success, 1 if a command says so in its
    /// help, and 2 if it can't run. In that case one line on standard error has the reason.
    public func main() -> Never {
        activate()
        do {
            try ProgramCommand.checkNames(in: Array(CommandLine.arguments.dropFirst()))
            var command = try ProgramCommand.parseAsRoot()
            try command.run()
        } catch let failure as StartError {
            end(failure.description)
        } catch {
            guard ProgramCommand.exitCode(for: error) != .success, !(error is ExitCode) else {
                ProgramCommand.exit(withError: error)
            }
            end("\(Self.oneLine(ProgramCommand.message(for: error))) See '\(name) --help' and '\(name) serve --help'.")
        }
        Glibc.exit(0)
    }

    private static func oneLine(_ text: String) -> String {
        let line = text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ")
        return line.hasSuffix(".") || line.hasSuffix("?") ? line : line + "."
    }

    private func end(_ line: String) -> Never {
        StandardError.print("\(name): \(line)")
        Glibc.exit(2)
    }
}
