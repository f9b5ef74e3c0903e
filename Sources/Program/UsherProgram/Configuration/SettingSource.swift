import Concurrency
import Configuration
// For the numbers and errors of `JSONSnapshot`, and for nothing that formats, as that needs locale data (NoLocaleData).
import Foundation

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
    /// - Throws: ``StartError`` for a file that can't be read, and for a member that is no setting.
    static func file(_ path: String) throws(StartError) -> Self {
        let settings = Dictionary(
            uniqueKeysWithValues: Values.settings.map { ($0.name, $0) }.filter { $0.0 != Values.configurationFile.name }
        )
        var rawValues: [String: [String]] = [:]
        for (key, value) in try members(of: path) {
            guard let setting = settings[key] else {
                throw StartError(description: "\(key) in \(path) is not a setting\(key.suggestion(in: settings.keys)).")
            }
            if let list = value as? [any Sendable] {
                rawValues[key] = list.map(text)
            } else {
                rawValues[key] = setting.texts(text(value))
            }
        }
        return Self(location: .file(path), rawValues: rawValues)
    }

    /// Returns the value of a member as text.
    private static func text(_ value: any Sendable) -> String {
        // `JSONSerialization` returns `true` as a number, which differs from 1 only by its C type.
        if let number = value as? NSNumber, unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")) {
            return "\(number.boolValue)"
        }
        return "\(value)"
    }

    private static func members(of path: String) throws(StartError) -> [(String, any Sendable)] {
        let members = Lock([(String, any Sendable)]())
        do {
            let bytes = try Data(contentsOf: URL(filePath: path))
            // A snapshot does not list its keys, but calls this closure for each of them to learn whether its value is a
            // secret.
            let options = JSONSnapshot.ParsingOptions(
                secretsSpecifier: .dynamic { key, value in
                    members.withLock { $0.append((key, value)) }
                    return false
                }
            )
            _ = try JSONSnapshot(data: bytes.bytes, providerName: path, parsingOptions: options)
        } catch let error as CocoaError {
            let reason = unsafe error.userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
            throw StartError(description: "The configuration file \(path) can't be read: \(reason)")
        } catch {
            throw StartError(description: "The configuration file \(path) can't be read: \(error)")
        }
        return members.withLock { $0 }.sorted { $0.0 < $1.0 }
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

extension Setting {
    /// Splits a text at its commas if the setting is a list; otherwise returns the text alone.
    fileprivate func texts(_ text: String) -> [String] {
        guard case .list = kind else { return [text] }
        return text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init).filter {
            !$0.isEmpty
        }
    }
}
