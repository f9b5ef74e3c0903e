import SwiftUI
import UsherRendering

/// The outputs of the screen are reported by the types that `usher types` has written.
extension KanjiDetailOutput: ScreenOutput {}

/// A kanji with words in which it occurs: a screen with a view of the app's own.
struct KanjiView: View {
    let kanji: Kanji
    let offersAll: Bool
    let report: ScreenReporter
    /// The size of the character, which grows with the texts.
    @ScaledMetric(relativeTo: .largeTitle) private var size = 120.0

    var body: some View {
        List {
            Section {
                VStack(alignment: .center) {
                    Text(kanji.character).font(.system(size: size))
                    Text(kanji.meanings.joined(separator: ", ")).foregroundStyle(Color.secondary)
                }
                .frame(maxWidth: .infinity)
                .accessibilityElement(children: .combine)
            }
            Section {
                ForEach(kanji.examples, id: \.word) { example in
                    Button {
                        report(KanjiDetailOutput.wordSelected(example.word))
                    } label: {
                        LabeledContent {
                            Text(example.meanings.joined(separator: ", "))
                        } label: {
                            Text("\(example.word) (\(example.reading))")
                        }
                    }
                    .disabled(!report.allows("wordSelected"))
                }
            }
            if offersAll {
                Button("All kanji") { report(KanjiDetailOutput.seeAll) }
            }
        }
    }
}
