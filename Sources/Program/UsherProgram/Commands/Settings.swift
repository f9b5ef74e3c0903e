import ArgumentParser

/// Prints the page that describes every setting.
struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints a Markdown page that describes every setting.")

    func run() {
        print(SettingsPage<ProgramSettings>(program: UsherProgram.current.name).text, terminator: "")
    }
}
