/// The page that describes every setting, in Markdown.
struct SettingsPage<Values: SettingValues> {
    var text: String {
        """
        # Settings

        This page is generated from the program; `make settings` renews it.

        Each setting has one name and can be given in three ways: as an option, as a variable of the environment, and as a member of
        a configuration file. The command line counts first, then the environment, then the file, then the default.

        ```console
        $ usher serve --port 9000
        $ USHER_PORT=9000 usher serve
        $ echo '{"port": 9000, "host-name": ["shop.example", "www.shop.example"], "dev": true}' > usher.json
        $ usher serve --config usher.json
        ```

        `usher serve --print-config` prints the value and the source of each setting, and ends. A value that is not allowed, a key of the
        file that is no setting, and a variable that begins with `\(Values.variablePrefix)` and is no setting end the program with one line and exit
        code 2. In Kubernetes, a service named `usher` sets such variables in every pod; `enableServiceLinks: false` turns them off.

        Durations are whole seconds. A flag is also turned off by its option with `no-`, such as `--no-dev`. A list is repeated as an
        option, separated by commas as a variable, and an array of texts in the file.

        \(Values.groups.map(section).joined(separator: "\n\n"))

        """
    }

    private func section(_ group: any SettingGroup<Values>.Type) -> String {
        """
        ## \(group.title)

        | option | variable | value | default | meaning |
        |---|---|---|---|---|
        \(group.settings.map(row).joined(separator: "\n"))
        """
    }

    private func row(_ setting: Setting<Values>) -> String {
        "| `\(setting.option)` | `\(setting.variable)` | \(setting.allowed) | \(setting.defaultText) | \(setting.help). |"
    }
}
