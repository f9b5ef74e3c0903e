import ArgumentParser
import Glibc

/// The program: a server for the applications that come with it.
@main
struct Usher: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usher",
        abstract: "Serves the navigation state of apps over HTTP.",
        discussion: """
            Each session is a tree of coordinators. A client posts what a screen reports and gets the whole \
            navigation state back as JSON.

              usher serve --dev             try it at http://127.0.0.1:8080
              curl -X POST localhost:8080/v1/sessions
            """,
        version: "0.1.0",
        subcommands: [
            Serve.self, Check.self, Map.self, Store.self, Accounts.self, Replay.self, Health.self, Settings.self,
        ]
    )

    /// Runs a command; an error that prevents it prints one line on standard error and ends with exit code 2.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as StartError {
            end(failure.description, code: 2)
        } catch {
            guard exitCode(for: error) != .success, !(error is ExitCode) else { exit(withError: error) }
            end(
                "\(oneLine(message(for: error))) See 'usher --help' and 'usher serve --help'.",
                code: 2
            )
        }
    }

    private static func oneLine(_ text: String) -> String {
        let line = text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ")
        return line.hasSuffix(".") || line.hasSuffix("?") ? line : line + "."
    }

    private static func end(_ line: String, code: CInt) -> Never {
        StandardError.print("usher: \(line)")
        Glibc.exit(code)
    }
}

/// The reason why the program can't start, in a sentence.
struct StartError: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// The destination of output, written a line at a time and without a buffer, also into a pipe.
enum StandardOutput {
    /// Writes a line.
    static func print(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        unsafe _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// The destination of messages to the operator.
enum StandardError {
    /// Writes a line, unless standard error stays full for a second because no reader empties it.
    static func print(_ line: String) {
        var descriptor = pollfd(fd: STDERR_FILENO, events: CShort(POLLOUT), revents: 0)
        guard unsafe poll(&descriptor, 1, 1_000) == 1 else { return }
        let bytes = Array((line + "\n").utf8)
        unsafe _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
