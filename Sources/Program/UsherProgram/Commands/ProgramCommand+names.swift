import ArgumentParser

extension ProgramCommand {
    /// Checks that the names of commands in the arguments exist.
    ///
    /// ArgumentParser checks the options before the names. So for `usher accounts delete ann --data /srv`, where `delete` is
    /// misspelled, it would report that `--data` is unknown, although the command that the user meant has this option.
    ///
    /// - Parameter arguments: The arguments after the name of the program.
    /// - Throws: ``StartError`` with the first name that no command has.
    static func checkNames(in arguments: [String]) throws(StartError) {
        var commands: [any ParsableCommand.Type] = configuration.subcommands
        var path = _commandName
        for name in arguments {
            // Options, such as --help, and the command `help` of ArgumentParser are not names.
            guard !commands.isEmpty, !name.hasPrefix("-"), name != "help" else { return }
            var names: [String] = []
            var found: (any ParsableCommand.Type)?
            for command in commands {
                let configuration = command.configuration
                if command._commandName == name || configuration.aliases.contains(name) { found = command }
                if configuration.shouldDisplay { names.append(command._commandName) }
            }
            guard let found else {
                throw StartError(
                    description:
                        "Unknown command '\(name)'; '\(path)' has \(names.joined(separator: ", ")). See '\(path) --help'."
                )
            }
            commands = found.configuration.subcommands
            path += " \(name)"
        }
    }
}
