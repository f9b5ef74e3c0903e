import FoundationEssentials
import JSON

/// A source of settings: the command line, the environment or a file.
struct SettingSource<Values: SettingValues>: Sendable {
    private enum Origin: Sendable {
        case commandLine
        case environment
        case file(String)
    }

    private let location: Origin
    /// The texts of this source, by the names of the settings.
    let rawValues: [String: [String]]

    /// Makes the source for the options of a command.
    static func commandLine(_ rawValues: [String: [String]]) -> Self {
        Self(location: .commandLine, rawValues: rawValues)
    }

    /// Makes the source for the environment variables with the program's prefix.
    ///
    /// - Throws: ``StartError`` for a variable with the prefix that is no setting.
    static func environment(_ variables: [String: String]) throws(StartError) -> Self {
        let settings = Dictionary(uniqueKeysWithValues: Values.settings.map { ($0.variable, $0) })
        var rawValues: [String: [String]] = [:]
        for (variable, text) in variables.sorted(by: { $0.key < $1.key })
        where variable.hasPrefix(Values.variablePrefix) {
            guard let setting = settings[variable] else {
                throw StartError(
                    description:
                        "\(variable) in the environment is not a setting\(variable.suggestion(in: settings.keys))."
                )
            }
            rawValues[setting.name] = setting.texts(text)
        }
        return Self(location: .environment, rawValues: rawValues)
    }

    /// Makes the source for a file with one JSON object.
    ///
    /// ```json
    /// {"port": 80, "host-name": ["a.example", "b.example"]}
    /// ```
    ///
    /// - Throws: ``StartError`` for a file that can't be read, for a member that is no setting, and for a value that no setting of its
    ///   kind can have.
    static func file(_ path: String) throws(StartError) -> Self {
        let settings = Dictionary(
            uniqueKeysWithValues: Values.settings.map { ($0.name, $0) }.filter { $0.0 != Values.configurationFile.name }
        )
        let source = Self(location: .file(path), rawValues: [:])
        var rawValues: [String: [String]] = [:]
        for member in try object(in: path).members {
            guard let setting = settings[member.key] else {
                throw StartError(
                    description:
                        "\(member.key) in \(path) is not a setting\(member.key.suggestion(in: settings.keys))."
                )
            }
            guard let texts = setting.texts(member.value) else {
                throw setting.rejection(of: String(decoding: member.value.json, as: UTF8.self), from: source)
            }
            rawValues[setting.name] = texts
        }
        return Self(location: .file(path), rawValues: rawValues)
    }

    private static func object(in path: String) throws(StartError) -> JSONObject {
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
            throw StartError(
                description: "The configuration file \(path) can't be read; it must be a file that this user may read."
            )
        }
        do throws(JSONSyntaxError) {
            if case .object(let object) = try JSONValue(parsing: Array(bytes)) { return object }
        } catch {
            // The parser counts bytes, but an operator looks for a line.
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw StartError(
                description:
                    "The configuration file \(path) can't be read: \(error.kind.rawValue) in line \(line); \(error.detail)."
            )
        }
        throw StartError(
            description:
                "The configuration file \(path) can't be read: it must be one JSON object, such as {\"port\": 80}."
        )
    }

    /// Returns the name of a setting in this source.
    func label(of setting: Setting<Values>) -> String {
        switch location {
        case .commandLine: setting.option
        case .environment: setting.variable
        case .file(let path): "\(setting.name) in \(path)"
        }
    }

    /// Returns a description of this source for a setting.
    func description(for setting: Setting<Values>) -> String {
        switch location {
        case .commandLine: "command line"
        case .environment: "environment, \(setting.variable)"
        case .file(let path): "file \(path)"
        }
    }
}

extension Setting where Values: SettingValues {
    /// Splits a text at its commas if the setting is a list, or returns the text alone.
    fileprivate func texts(_ text: String) -> [String] {
        guard case .list = kind else { return [text] }
        return text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init).filter {
            !$0.isEmpty
        }
    }

    /// Returns the texts of a member in a file, or `nil` for a value that no setting of this kind can have.
    fileprivate func texts(_ value: JSONValue) -> [String]? {
        switch (value, kind) {
        case (.string(let text), _): return texts(text)
        case (.integer, .number), (.bool, .flag): return [String(decoding: value.json, as: UTF8.self)]
        case (.array(let elements), .list):
            let texts = elements.compactMap(\.stringValue)
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }

    /// Returns the error for a value that is not allowed, which quotes the value as the operator has written it.
    func rejection(of value: String, from source: SettingSource<Values>) -> StartError {
        let value = isSecret ? "invalid (value not shown)" : "'\(value.withoutPassword)'"
        return StartError(description: "\(source.label(of: self)) is \(value); it must be \(allowed).")
    }
}
