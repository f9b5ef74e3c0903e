import ArgumentParser

/// Prints the page that describes every setting.
struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Describes every setting, as a page of Markdown.")

    func run() {
        print(SettingsPage<ProgramSettings>().text, terminator: "")
    }
}
