import ArgumentParser

/// The options of a group of settings on a command line.
///
/// ```swift
/// @OptionGroup(title: Limits.title) var limits: SettingOptions<Limits>
/// ```
///
/// ArgumentParser finds the options of a type in its mirror, so the mirror shows those of the table.
struct SettingOptions<Group: SettingGroup>: ParsableArguments, CustomReflectable {
    /// The texts that were given, by the names of the settings.
    private(set) var given: [String: [String]] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for setting in Group.settings {
            let name = Name(stringValue: setting.name)
            let texts: [String]? =
                switch setting.form {
                case .flag: try container.decodeIfPresent(Bool.self, forKey: name).map { ["\($0)"] }
                case .list: try container.decodeIfPresent([String].self, forKey: name)
                case .number, .choice, .text: try container.decodeIfPresent(String.self, forKey: name).map { [$0] }
                }
            if let texts, !texts.isEmpty { given[setting.name] = texts }
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
    /// The option as ArgumentParser wants it declared; the text is judged later, as that from other places is.
    fileprivate var argument: Any {
        let name = NameSpecification.customLong(name)
        let sentence = ArgumentHelp("\(help) (default: \(defaultText)).", valueName: unit)
        switch form {
        case .flag: return Flag<Bool?>(name: name, inversion: .prefixedNo, help: ArgumentHelp("\(help)."))
        case .list: return Option<[String]>(wrappedValue: [], name: name, help: sentence)
        case .number, .choice, .text: return Option<String?>(name: name, help: sentence)
        }
    }
}
