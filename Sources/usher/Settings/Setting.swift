/// A setting of a program, declared once.
///
/// The option, the variable of the environment, the key in the configuration file, the help and the page of settings follow
/// from the declaration; the default is the value of a new `Values()`.
///
/// ```swift
/// .seconds("stop-grace", 0...3_600, \.server.stopGrace, "Seconds that requests may still take when the server stops")
/// // --stop-grace 5, USHER_STOP_GRACE=5, {"stop-grace": 5}
/// ```
struct Setting<Values: SettingValues>: Sendable {
    /// The kind of a value, and which values are allowed.
    enum Form: Sendable {
        case flag
        case number(ClosedRange<Int>)
        case choice([String])
        /// - Parameter allowed: The texts that are allowed, in a phrase.
        case text(allowed: String)
        case list
    }

    /// The name in lower case with hyphens: the key in the file, and the option without its hyphens.
    let name: String
    let form: Form
    /// The word for the value in the help, such as `bytes`; `nil` for the name.
    let unit: String?
    /// A phrase without a full stop.
    let help: String
    /// The default as the help shows it.
    let defaultText: String
    /// Whether the value is never shown.
    let isSecret: Bool
    /// The current value as text.
    let text: @Sendable (Values) -> String
    /// Takes a value given as text, several for a list; returns whether it is allowed.
    let set: @Sendable (inout Values, [String]) -> Bool

    var option: String { "--" + name }

    var variable: String {
        Values.variablePrefix + name.map { $0 == "-" ? "_" : $0.uppercased() }.joined()
    }

    /// The values that are allowed, in a phrase.
    var allowed: String {
        switch form {
        case .flag: "true or false"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): "one of " + names.joined(separator: ", ")
        case .text(let allowed): allowed
        case .list: "a list of texts"
        }
    }
}

/// The values of a program's settings, and the declarations of the settings.
protocol SettingValues: Sendable {
    /// The beginning of every variable's name, such as `USHER_`.
    static var variablePrefix: String { get }

    /// All settings, in groups.
    static var groups: [any SettingGroup<Self>.Type] { get }

    /// The setting that names the configuration file; it can't stand in the file.
    static var configurationFile: Setting<Self> { get }

    /// The defaults.
    init()
}

extension SettingValues {
    static var settings: [Setting<Self>] { groups.flatMap { $0.settings } }
}

/// Settings that stand under one title in the help.
protocol SettingGroup<Values> {
    associatedtype Values: SettingValues

    static var title: String { get }
    static var settings: [Setting<Values>] { get }
}
