import FoundationEssentials

/// The value and the source of every setting: the command line, else the environment, else the file, else the default.
struct ResolvedSettings<Values: SettingValues>: Sendable {
    private(set) var values = Values()
    private var sources: [String: SettingSource<Values>] = [:]

    /// Resolves all settings.
    ///
    /// - Parameters:
    ///   - options: The texts on the command line, by the names of the settings.
    ///   - variables: The environment.
    /// - Throws: ``StartError`` with the setting, its source, its value and the values that are allowed.
    init(
        _ options: [String: [String]],
        environment variables: [String: String] = ProcessInfo.processInfo.environment
    ) throws(StartError) {
        var order = [SettingSource<Values>.commandLine(options), try .environment(variables)]
        let file = Values.configurationFile.name
        if let path = order.lazy.compactMap({ $0.rawValues[file]?.last }).first { order.append(try .file(path)) }
        for setting in Values.settings {
            guard let source = order.first(where: { $0.rawValues[setting.name] != nil }),
                let texts = source.rawValues[setting.name]
            else { continue }
            guard setting.set(&values, texts) else {
                throw setting.rejection(of: texts.joined(separator: ","), from: source)
            }
            sources[setting.name] = source
        }
    }

    /// The lines of `--print-config`: each setting with its value and its source.
    var lines: [String] {
        Values.settings.map { setting in
            let value = setting.isSecret ? "not shown" : setting.text(values).withoutPassword
            return "\(setting.name): \(value) (\(sources[setting.name]?.description(for: setting) ?? "default"))"
        }
    }
}
