import ArgumentParser

/// The command line options of a group of settings.
///
/// ```swift
/// @OptionGroup(title: Limits.title) var limits: SettingOptions<Limits>
/// ```
///
/// ArgumentParser reads the properties of a type from its mirror. This type has no property for an option, so its mirror is made from
/// the declarations of the settings.
struct SettingOptions<Group: SettingGroup>: ParsableArguments, CustomReflectable {
    /// The texts on the command line, by the names of the settings.
    private(set) var rawValues: [String: [String]] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for setting in Group.settings {
            let name = Name(stringValue: setting.name)
            let texts: [String]? =
                switch setting.kind {
                case .flag: try container.decodeIfPresent(Bool.self, forKey: name).map { ["\($0)"] }
                case .list: try container.decodeIfPresent([String].self, forKey: name)
                case .number, .choice, .text: try container.decodeIfPresent(String.self, forKey: name).map { [$0] }
                }
            if let texts, !texts.isEmpty { rawValues[setting.name] = texts }
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: Group.settings.map { ($0.name, $0.argument) })
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}

extension Setting {
    /// The option in the form that ArgumentParser declares it.
    ///
    /// Its value is a plain text, which is parsed and checked later, in the same way as values from other sources.
    fileprivate var argument: Any {
        let name = NameSpecification.customLong(name)
        let sentence = ArgumentHelp("\(help) (default: \(defaultText)).", valueName: unit)
        switch kind {
        case .flag: return Flag<Bool?>(name: name, inversion: .prefixedNo, help: ArgumentHelp("\(help)."))
        case .list: return Option<[String]>(wrappedValue: [], name: name, help: sentence)
        case .number, .choice, .text: return Option<String?>(name: name, help: sentence)
        }
    }
}
