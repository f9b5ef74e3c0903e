import Configuration

/// The settings in the environment: `USHER_PORT` for `--port`.
struct Environment {
    private let reader = ConfigReader(provider: EnvironmentVariablesProvider()).scoped(to: "usher")

    /// What was given on the command line, or else in the environment.
    func text(_ flag: String?, _ name: ConfigKey) -> String? {
        flag ?? reader.string(forKey: name)
    }

    /// What was given on the command line, or else in the environment.
    ///
    /// - Throws: ``StartFailure`` for what is no whole number in a range.
    func number(_ flag: Int?, _ name: ConfigKey, in range: ClosedRange<Int>) throws(StartFailure) -> Int? {
        let option = "--" + name.components.joined(separator: "-")
        var number = flag
        if number == nil, let text = reader.string(forKey: name) {
            guard let read = Int(text) else {
                throw StartFailure(description: "\(variable(name)) is '\(text)', which is not a whole number.")
            }
            number = read
        }
        guard let number else { return nil }
        guard range.contains(number) else {
            throw StartFailure(
                description:
                    "\(option) (\(variable(name))) is \(number); it must be from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// Whether a switch is on.
    func flag(_ flag: Bool, _ name: ConfigKey) throws(StartFailure) -> Bool {
        if flag { return true }
        guard let text = reader.string(forKey: name) else { return false }
        switch text.lowercased() {
        case "1", "true", "yes", "on": return true
        case "0", "false", "no", "off", "": return false
        default: throw StartFailure(description: "\(variable(name)) is '\(text)'; it must be true or false.")
        }
    }

    /// Several texts; in the environment they are separated by commas.
    func list(_ flags: [String], _ name: ConfigKey) -> [String] {
        guard flags.isEmpty, let text = reader.string(forKey: name) else { return flags }
        return text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init).filter {
            !$0.isEmpty
        }
    }

    private func variable(_ name: ConfigKey) -> String {
        "USHER_" + name.components.map { $0.uppercased() }.joined(separator: "_")
    }
}
