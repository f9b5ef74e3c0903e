extension Setting {
    /// Makes a setting that is on or off.
    public static func flag(
        _ name: String,
        _ path: any WritableKeyPath<Values, Bool> & Sendable,
        _ help: String
    ) -> Self {
        Self(name, .flag, path, help) { texts in
            switch texts.single?.lowercased() {
            case "1", "true", "yes", "on": true
            case "0", "false", "no", "off", "": false
            default: nil
            }
        }
    }

    /// Makes a setting with a whole number in a range.
    public static func number(
        _ name: String,
        unit: String = "number",
        _ range: ClosedRange<Int>,
        _ path: any WritableKeyPath<Values, Int> & Sendable,
        _ help: String,
        default defaultText: String? = nil
    ) -> Self {
        Self(name, .number(range), unit: unit, path, help, default: defaultText) { texts in
            texts.single.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Makes a setting with a duration in whole seconds.
    public static func seconds(
        _ name: String,
        _ range: ClosedRange<Int>,
        _ path: any WritableKeyPath<Values, Duration> & Sendable,
        _ help: String
    ) -> Self {
        Self(name, .number(range), unit: "s", path, help, show: { String($0.components.seconds) }) { texts in
            texts.single.flatMap { Int($0) }.flatMap { range.contains($0) ? .seconds($0) : nil }
        }
    }

    /// Makes a setting with one of several names, in upper or lower case.
    public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Values, Choice> & Sendable,
        _ help: String
    ) -> Self {
        let names = Choice.allCases.map(\.rawValue)
        return Self(name, .choice(names), path, help, show: { $0.rawValue }) { texts in
            texts.single.flatMap { Choice(rawValue: $0.lowercased()) }
        }
    }

    /// Makes a setting with several texts: the option is repeated, and a variable separates them by commas.
    public static func list(
        _ name: String,
        unit: String,
        _ path: any WritableKeyPath<Values, [String]> & Sendable,
        _ help: String,
        default defaultText: String,
        allowed: String = "a list of strings",
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Self {
        Self(
            name,
            .list(allowed: allowed),
            unit: unit,
            path,
            help,
            default: defaultText,
            show: { $0.isEmpty ? defaultText : $0.joined(separator: ",") },
            read: { $0.allSatisfy(accepts) ? $0 : nil }
        )
    }

    /// Makes a setting with a text.
    public static func text(
        _ name: String,
        unit: String? = nil,
        _ path: any WritableKeyPath<Values, String> & Sendable,
        _ help: String,
        allowed: String = "a string",
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Self {
        Self(name, .text(allowed: allowed), unit: unit, path, help) { texts in
            texts.single.flatMap { accepts($0) ? $0 : nil }
        }
    }

    /// Makes a setting with an optional text.
    ///
    /// - Parameters:
    ///   - name: The name in lower case with hyphens.
    ///   - unit: The word for the value in the help, or `nil` to use the name.
    ///   - path: The property with the value, which is `nil` until a text is set.
    ///   - help: A phrase that describes the setting, without a full stop.
    ///   - defaultText: The text that the help shows for `nil`.
    ///   - allowed: A phrase that describes the allowed texts.
    ///   - accepts: Returns whether a text is allowed.
    /// - Returns: A setting that takes exactly one text.
    public static func text(
        _ name: String,
        unit: String? = nil,
        _ path: any WritableKeyPath<Values, String?> & Sendable,
        _ help: String,
        default defaultText: String,
        allowed: String = "a string",
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Self {
        Self(
            name,
            .text(allowed: allowed),
            unit: unit,
            path,
            help,
            default: defaultText,
            show: { $0 ?? defaultText },
            read: { texts -> String?? in
                guard let text = texts.single, accepts(text) else { return nil }
                return .some(text)
            }
        )
    }

    /// Makes a setting with an optional text that no output shows, such as a key of another system.
    ///
    /// Set it in the environment or in a configuration file, because other users of the machine can read the command line.
    public static func secret(
        _ name: String,
        unit: String? = nil,
        _ path: any WritableKeyPath<Values, String?> & Sendable,
        _ help: String,
        default defaultText: String,
        allowed: String = "a string",
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Self {
        var setting = text(name, unit: unit, path, help, default: defaultText, allowed: allowed, accepts: accepts)
        setting.isSecret = true
        return setting
    }

    /// Makes a setting of any form.
    ///
    /// - Parameters:
    ///   - name: The name in lower case with hyphens.
    ///   - kind: The kind of the value.
    ///   - unit: The word for the value in the help, or `nil` to use the name.
    ///   - path: The property with the value.
    ///   - help: A phrase that describes the setting, without a full stop.
    ///   - defaultText: The default as the help shows it, or `nil` to show the default value.
    ///   - isSecret: Whether the value is hidden in output and error messages.
    ///   - show: Converts a value to text.
    ///   - read: Parses a value, or returns `nil` if it is not allowed.
    init<Value>(
        _ name: String,
        _ kind: SettingKind,
        unit: String? = nil,
        _ path: any WritableKeyPath<Values, Value> & Sendable,
        _ help: String,
        default defaultText: String? = nil,
        isSecret: Bool = false,
        show: @escaping @Sendable (Value) -> String = { "\($0)" },
        read: @escaping @Sendable ([String]) -> Value?
    ) {
        self.init(
            name: name,
            kind: kind,
            unit: unit,
            help: help,
            defaultText: defaultText ?? show(Values()[keyPath: path]),
            isSecret: isSecret,
            text: { show($0[keyPath: path]) },
            set: { values, texts in
                guard let value = read(texts) else { return false }
                values[keyPath: path] = value
                return true
            }
        )
    }
}

extension [String] {
    /// The only text of the array, or `nil` if there are several or none.
    fileprivate var single: String? { count == 1 ? first : nil }
}
