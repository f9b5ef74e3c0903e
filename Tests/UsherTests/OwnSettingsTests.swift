import ArgumentParser
import Concurrency
import Coordination
import Foundation
import Logging
import Programs
import Testing

@testable import UsherProgram

@Suite("Settings of a program's own")
struct OwnSettingsTests {
    private struct BookingSettings: OwnSettings {
        var reservations = "http://127.0.0.1:9000"
        var seats = 4
        var isOpen = false
        var key: String?

        static let settings: [Setting<BookingSettings>] = [
            .text(
                "reservations",
                unit: "url",
                \.reservations,
                "The address of the reservation system",
                allowed: "a URL that begins with https:// or http://",
                accepts: { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
            ),
            .number("seats", 1...9, \.seats, "The maximum number of seats of a booking"),
            .flag("bookings-open", \.isOpen, "Take bookings"),
            .secret("reservations-key", \.key, "The key of the reservation system", default: "none"),
        ]
    }

    private static func program(
        _ effects: @escaping @Sendable (ProgramContext) throws -> Void = { _ in }
    ) -> UsherProgram {
        UsherProgram(
            name: "booking",
            version: "1.0",
            settings: BookingSettings.self,
            applications: { [] },
            effects: { _, context in try effects(context) }
        )
    }

    private func resolve(
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) throws -> ResolvedSettings<ProgramSettings> {
        try UsherProgram.$taskProgram.withValue(Self.program()) {
            let command = try #require(try ProgramCommand.parseAsRoot(["serve"] + arguments) as? Serve)
            return try ResolvedSettings(command.options.rawValues, environment: environment)
        }
    }

    private func lines(_ arguments: [String], _ environment: [String: String] = [:]) throws -> [String] {
        try UsherProgram.$taskProgram.withValue(Self.program()) { try resolve(arguments, environment).lines }
    }

    @Test("they come from the command line, the environment, a file or the default, and --print-config has them")
    func sources() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/booking.json"
        try #"{"seats": 7, "bookings-open": true, "port": 80}"#.write(toFile: path, atomically: true, encoding: .utf8)
        let environment = ["USHER_RESERVATIONS_KEY": "hush", "USHER_SEATS": "8", "USHER_CONFIG": path]
        let arguments = ["--reservations", "https://r.example"]
        let own = try resolve(arguments, environment).values.own(BookingSettings.self)
        #expect(own.reservations == "https://r.example" && own.seats == 8 && own.isOpen && own.key == "hush")
        #expect(
            try lines(arguments, environment).prefix(4) == [
                "reservations: https://r.example (command line)", "seats: 8 (environment, USHER_SEATS)",
                "bookings-open: true (file \(path))",
                "reservations-key: not shown (environment, USHER_RESERVATIONS_KEY)",
            ]
        )
        #expect(try lines([]).contains("seats: 4 (default)"))
    }

    @Test("a value that is not allowed is reported as for any setting")
    func mistakes() {
        func failure(_ arguments: [String], _ environment: [String: String] = [:]) -> String? {
            do {
                _ = try resolve(arguments, environment)
                return nil
            } catch {
                return (error as? StartError)?.description
            }
        }
        #expect(failure(["--seats", "10"]) == "--seats is '10'; it must be a whole number from 1 to 9.")
        #expect(
            failure([], ["USHER_RESERVATIONS": "r.example"])
                == "USHER_RESERVATIONS is 'r.example'; it must be a URL that begins with https:// or http://."
        )
        #expect(
            failure([], ["USHER_SEAT": "1"])
                == "USHER_SEAT in the environment is not a setting; the closest match is USHER_SEATS."
        )
    }

    @Test("the help and the page of settings have them in a group of the program's name")
    func help() {
        let (help, page) = UsherProgram.$taskProgram.withValue(Self.program()) {
            (
                ProgramCommand.helpMessage(for: Serve.self, columns: 200),
                SettingsPage<ProgramSettings>(program: "booking").text
            )
        }
        #expect(help.contains("BOOKING:") && help.contains("--reservations <url>"))
        #expect(help.contains("The maximum number of seats of a booking (default: 4)."))
        #expect(page.contains("## Booking\n"))
        #expect(page.contains("| `--seats` | `USHER_SEATS` | a whole number from 1 to 9 | 4 |"))
        // The control: the program without any has no such group.
        let other = UsherProgram(name: "other", version: "1.0", applications: { [] })
        let without = UsherProgram.$taskProgram.withValue(other) { ProgramCommand.helpMessage(for: Serve.self) }
        #expect(!without.contains("OTHER:") && !without.contains("--seats"))
    }

    @Test("the handlers get the values from their context")
    func context() throws {
        let seats = Lock(0)
        let program = Self.program { context in
            seats.withLock { $0 = context.settings(BookingSettings.self).seats }
            // Nothing else of the server is needed.
            throw StartError(description: "Enough.")
        }
        try UsherProgram.$taskProgram.withValue(program) {
            let settings = try resolve(["--seats", "6", "--store", "memory"]).values
            var log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            log.logLevel = .critical
            #expect(throws: StartError(description: "The effects can't be performed: Enough.")) {
                try ProgramServer(program, settings, OpenedStore(settings), log)
            }
        }
        #expect(seats.withLock { $0 } == 6)
    }

    @Test(
        "a name that is one of Usher's, is given twice, or is no option, is a mistake of the author",
        arguments: [
            ("port", "The setting 'port' of the program has the name of one of Usher's."),
            ("help", "The setting 'help' of the program has the name of one of Usher's."),
            ("seats", "The program has two settings 'seats'."),
            ("Seats", "The setting 'Seats' of the program has a name that is not in lower case with hyphens."),
        ]
    )
    func names(name: String, mistake: String) {
        UsherProgram.$taskProgram.withValue(Self.program()) {
            #expect(ProgramSettings.mistake(in: name, among: ["seats", "seats", name]) == mistake)
            #expect(ProgramSettings.mistake(in: "rooms", among: ["rooms"]) == nil)
        }
    }
}
