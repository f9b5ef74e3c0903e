import SwiftUI
import UsherClient
import UsherRendering
import UsherUI

/// A dictionary of kanji, with the navigation of a server.
@main
struct DictionaryApp: App {
    /// The address of the server, such as one that `make run` has started.
    private static let server = URL(string: "http://localhost:8080") ?? URL(filePath: "/")

    @State private var model = RenderingModel(
        Session(
            server: server,
            app: "kanji",
            client: .drawing(platform: "ios", version: "1.0", screens: ["kanjiDetail": 1]),
            storage: KeychainStorage(service: "com.example.dictionary.session")
        ),
        server: server
    )

    var body: some Scene {
        WindowGroup {
            UsherView(model)
                .usherScreen("kanjiDetail") { (props: KanjiDetailProps, report) in
                    KanjiView(kanji: props.kanji, offersAll: props.offersAll, report: report)
                }
                .onOpenURL { model.open($0.absoluteString) }
        }
    }
}
