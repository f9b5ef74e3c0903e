/// The declaration of a program's setting, one of Usher's or of the program's own (``OwnSettings``).
///
/// The option, the environment variable, the key in the configuration file, the help and the page of settings are derived from
/// it. The default is the value of a new `Values()`.
///
/// ```swift
/// .seconds("stop-grace", 0...3_600, \.server.stopGrace, "Seconds that requests have to finish when the server stops")
/// // --stop-grace 5, USHER_STOP_GRACE=5, {"stop-grace": 5}
/// ```
public struct Setting<Values: SettingDefaults>: Sendable {
    /// The name in lower case with hyphens: the key in the file, and the option without its leading hyphens.
    let name: String
    let kind: SettingKind
    /// The word for the value in the help, such as `bytes`, or `nil` to use the name.
    let unit: String?
    /// A phrase that describes the setting, without a full stop.
    let help: String
    /// The default, as the help shows it.
    let defaultText: String
    /// Whether the value is hidden in output and error messages.
    var isSecret: Bool
    /// Returns the current value as text.
    let text: @Sendable (Values) -> String
    /// Parses and sets a value, which has several texts for a list, and returns whether it is allowed.
    let set: @Sendable (inout Values, [String]) -> Bool

    var option: String { "--" + name }

    /// A phrase that describes the allowed values.
    var allowed: String {
        switch kind {
        case .flag: "true or false"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): "one of " + names.joined(separator: ", ")
        case .text(let allowed): allowed
        case .list(let allowed): allowed
        }
    }
}

/// The kind of a setting's value, with the values that are allowed.
enum SettingKind: Sendable {
    case flag
    case number(ClosedRange<Int>)
    case choice([String])
    /// - Parameter allowed: A phrase that describes the allowed texts.
    case text(allowed: String)
    /// - Parameter allowed: A phrase that describes the allowed lists.
    case list(allowed: String)
}

extension Setting where Values: SettingValues {
    /// The name of the environment variable.
    var variable: String {
        Values.variablePrefix + name.map { $0 == "-" ? "_" : $0.uppercased() }.joined()
    }
}

/// The values of settings, with the defaults of a new value.
public protocol SettingDefaults: Sendable {
    /// Makes the default values.
    init()
}

/// The values of a program's settings, with the declarations of the settings.
protocol SettingValues: SettingDefaults {
    /// The prefix of every environment variable, such as `USHER_`.
    static var variablePrefix: String { get }

    /// All settings, in groups.
    static var groups: [any SettingGroup<Self>.Type] { get }

    /// The setting of the configuration file's path, which can't be set in the file itself.
    static var configurationFile: Setting<Self> { get }
}

extension SettingValues {
    static var settings: [Setting<Self>] { groups.flatMap { $0.settings } }
}

/// A group of settings with a title in the help.
protocol SettingGroup<Values> {
    associatedtype Values: SettingValues

    static var title: String { get }
    static var settings: [Setting<Values>] { get }
}
