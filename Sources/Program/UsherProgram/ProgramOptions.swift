import ArgumentParser

/// The options of all settings.
struct ProgramOptions: ParsableArguments {
    typealias Groups = ProgramSettings

    @OptionGroup(title: Groups.Own.title) var own: SettingOptions<Groups.Own>
    @OptionGroup(title: Groups.Content.title) var content: SettingOptions<Groups.Content>
    @OptionGroup(title: Groups.Storage.title) var storage: SettingOptions<Groups.Storage>
    #if Accounts
    @OptionGroup(title: Groups.Codes.title) var codes: SettingOptions<Groups.Codes>
    #endif
    #if Webhooks
    @OptionGroup(title: Groups.Results.title) var results: SettingOptions<Groups.Results>
    #endif
    @OptionGroup(title: Groups.Listening.title) var listening: SettingOptions<Groups.Listening>
    @OptionGroup(title: Groups.Limits.title) var limits: SettingOptions<Groups.Limits>
    @OptionGroup(title: Groups.Logs.title) var logs: SettingOptions<Groups.Logs>
    @OptionGroup(title: Groups.Configuration.title) var file: SettingOptions<Groups.Configuration>

    /// The texts on the command line, by the names of the settings.
    var rawValues: [String: [String]] {
        var groups = [
            own.rawValues, content.rawValues, storage.rawValues, listening.rawValues, limits.rawValues, logs.rawValues,
            file.rawValues,
        ]
        #if Accounts
        groups.append(codes.rawValues)
        #endif
        #if Webhooks
        groups.append(results.rawValues)
        #endif
        return groups.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }
}
