/// The settings of a program's own, such as the address of the system that its effects use.
///
/// ```swift
/// struct BookingSettings: OwnSettings {
///     var reservations = "http://127.0.0.1:9000"
///     var seats = 4
///
///     static let settings: [Setting<BookingSettings>] = [
///         .text(
///             "reservations", unit: "url", \.reservations, "The address of the reservation system",
///             allowed: "a URL that begins with https:// or http://", accepts: { $0.hasPrefix("http") }
///         ),
///         .number("seats", 1...9, \.seats, "The maximum number of seats of a booking"),
///     ]
/// }
/// ```
///
/// A program that has them is `UsherProgram(name: "booking", version: "1.0", settings: BookingSettings.self, …)`. They are options of
/// `serve` in a group of their own, variables (`USHER_RESERVATIONS`) and members of the configuration file, with the same precedence and
/// the same errors as Usher's settings, and `--help`, `--print-config` and the page of `booking settings` have them. The handlers and
/// the routes read them from ``ProgramContext/settings(_:)``.
///
/// The name of a setting is in lower case with hyphens, and none of Usher's.
public protocol OwnSettings: SettingDefaults {
    /// The declarations, in the order of the help.
    static var settings: [Setting<Self>] { get }
}

extension OwnSettings {
    /// The declarations as settings of the program.
    static var programSettings: [Setting<ProgramSettings>] { settings.map { Setting($0) } }
}

extension Setting<ProgramSettings> {
    /// Makes a setting of the program from one of its own.
    init<Own: OwnSettings>(_ setting: Setting<Own>) {
        self.init(
            name: setting.name,
            kind: setting.kind,
            unit: setting.unit,
            help: setting.help,
            defaultText: setting.defaultText,
            isSecret: setting.isSecret,
            text: { setting.text($0.own(Own.self)) },
            set: { values, texts in
                var own = values.own(Own.self)
                guard setting.set(&own, texts) else { return false }
                values.ownValues = own
                return true
            }
        )
    }
}

extension ProgramSettings {
    /// The settings of the program's own.
    enum Own: SettingGroup {
        static var title: String { UsherProgram.active?.title ?? "Own" }
        static var settings: [Setting<ProgramSettings>] { UsherProgram.active?.settings?.programSettings ?? [] }
    }

    /// Returns the values of the program's own settings.
    func own<Values: OwnSettings>(_ kind: Values.Type) -> Values { ownValues as? Values ?? Values() }

    /// Returns why a program can't have a setting of this name, as a sentence, or `nil` if it can.
    static func mistake(in name: String, among names: [String]) -> String? {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isPlain, name.first?.isLetter == true else {
            return "The setting '\(name)' of the program has a name that is not in lower case with hyphens."
        }
        let isTaken = ["help", "version", "print-config"].contains(name) || ushersNames.contains(name)
        guard !isTaken else { return "The setting '\(name)' of the program has the name of one of Usher's." }
        return names.count { $0 == name } > 1 ? "The program has two settings '\(name)'." : nil
    }

    private static var ushersNames: [String] { ushersGroups.flatMap { $0.settings }.map(\.name) }
}
