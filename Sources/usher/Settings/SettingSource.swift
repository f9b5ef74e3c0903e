import Configuration
// For what `JSONSnapshot` gives, its numbers and its errors; nothing that formats (see NoLocaleData).
import Foundation
import Threads

/// A place that settings are read from: the command line, the environment or a file.
struct SettingSource<Values: SettingValues>: Sendable {
    private enum Place: Sendable {
        case commandLine
        case environment
        case file(String)
    }

    private let place: Place
    /// The texts that are given, by the names of the settings.
    let given: [String: [String]]

    /// The options of a command.
    static func commandLine(_ given: [String: [String]]) -> Self {
        Self(place: .commandLine, given: given)
    }

    /// The variables with the program's prefix.
    ///
    /// - Throws: ``StartFailure`` for one that belongs to no setting.
    static func environment(_ variables: [String: String]) throws(StartFailure) -> Self {
        let settings = Dictionary(uniqueKeysWithValues: Values.settings.map { ($0.variable, $0) })
        var given: [String: [String]] = [:]
        for (variable, text) in variables.sorted(by: { $0.key < $1.key })
        where variable.hasPrefix(Values.variablePrefix) {
            guard let setting = settings[variable] else {
                throw StartFailure(
                    description: "\(variable) in the environment is no setting\(variable.nearest(in: settings.keys))."
                )
            }
            given[setting.name] = setting.texts(text)
        }
        return Self(place: .environment, given: given)
    }

    /// The members of a file with one JSON object, such as `{"port": 80, "host-name": ["a.example", "b.example"]}`.
    ///
    /// - Throws: ``StartFailure`` for a file that can't be read, and for a member that belongs to no setting.
    static func file(_ path: String) throws(StartFailure) -> Self {
        let settings = Dictionary(
            uniqueKeysWithValues: Values.settings.map { ($0.name, $0) }.filter { $0.0 != Values.configurationFile.name }
        )
        var given: [String: [String]] = [:]
        for (key, value) in try members(of: path) {
            guard let setting = settings[key] else {
                throw StartFailure(description: "\(key) in \(path) is no setting\(key.nearest(in: settings.keys)).")
            }
            if let list = value as? [any Sendable] {
                given[key] = list.map(text)
            } else {
                given[key] = setting.texts(text(value))
            }
        }
        return Self(place: .file(path), given: given)
    }

    /// A member's value as text.
    private static func text(_ value: any Sendable) -> String {
        // `JSONSerialization` gives `true` as a number that can be told from 1 by its C type only.
        if let number = value as? NSNumber, unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")) {
            return "\(number.boolValue)"
        }
        return "\(value)"
    }

    private static func members(of path: String) throws(StartFailure) -> [(String, any Sendable)] {
        let members = Lock([(String, any Sendable)]())
        do {
            let bytes = try Data(contentsOf: URL(filePath: path))
            // A snapshot does not list its keys, but it asks for each of them whether its value is a secret.
            let options = JSONSnapshot.ParsingOptions(
                secretsSpecifier: .dynamic { key, value in
                    members.withLock { $0.append((key, value)) }
                    return false
                }
            )
            _ = try JSONSnapshot(data: bytes.bytes, providerName: path, parsingOptions: options)
        } catch let error as CocoaError {
            let reason = unsafe error.userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
            throw StartFailure(description: "The configuration file \(path) can't be read: \(reason)")
        } catch {
            throw StartFailure(description: "The configuration file \(path) can't be read: \(error)")
        }
        return members.withLock { $0 }.sorted { $0.0 < $1.0 }
    }

    /// A setting as it is called in this place.
    func label(of setting: Setting<Values>) -> String {
        switch place {
        case .commandLine: setting.option
        case .environment: setting.variable
        case .file(let path): "\(setting.name) in \(path)"
        }
    }

    /// The place of a setting's value, in words.
    func description(for setting: Setting<Values>) -> String {
        switch place {
        case .commandLine: "command line"
        case .environment: "environment, \(setting.variable)"
        case .file(let path): "file \(path)"
        }
    }
}

extension Setting {
    /// The texts in a text where only one can be given.
    fileprivate func texts(_ text: String) -> [String] {
        guard case .list = form else { return [text] }
        return text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init).filter {
            !$0.isEmpty
        }
    }
}
