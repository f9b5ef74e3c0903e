#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// The content of the window: the screens of the session, or a page about it.
struct PageView: View {
    @Environment(RenderingModel.self) private var model

    var body: some View {
        switch model.page {
        case .nothing: Color.clear
        case .loading:
            ProgressView()
                .controlSize(.large)
                .accessibilityLabel(Text(verbatim: model.words.loading))
        case .status(let page): StatusPageView(page: page)
        case .session(let layout):
            LayerView(content: layout.content, modal: nil, above: layout.modals, question: layout.question)
                // Another root takes the place of this one as a whole.
                .id(layout.content.key)
                .transition(.opacity)
        }
    }
}

/// A page in place of the screens, with the way on.
struct StatusPageView: View {
    let page: StatusPage
    @Environment(RenderingModel.self) private var model
    @State private var isWorking = false

    var body: some View {
        ContentUnavailableView {
            Label {
                Text(verbatim: page.title).accessibilityAddTraits(.isHeader)
            } icon: {
                Image(systemName: Symbols.systemName(of: page.symbol)).accessibilityHidden(true)
            }
        } description: {
            Text(verbatim: page.text)
        } actions: {
            Button {
                isWorking = true
                Task {
                    await model.perform(page.action)
                    isWorking = false
                }
            } label: {
                if isWorking { ProgressView() } else { Text(verbatim: page.label) }
            }
            .buttonStyle(.borderedProminent)
            .disabled(isWorking)
        }
    }
}

/// The client's own notices above the screens: a lost connection, and a tap that was not accepted.
struct NoticesView: View {
    @Environment(RenderingModel.self) private var model

    var body: some View {
        VStack(spacing: 8) {
            if let banner = model.banner {
                HStack {
                    if banner.retry == nil { ProgressView() } else { SymbolView(name: "warning") }
                    Text(verbatim: banner.text).frame(maxWidth: .infinity, alignment: .leading)
                    if let retry = banner.retry {
                        Button {
                            model.retry()
                        } label: {
                            Text(verbatim: retry)
                        }.buttonStyle(.bordered)
                    }
                }
                .noticeStyle()
            }
            if let notice = model.notice {
                HStack {
                    SymbolView(name: notice.isError ? "warning" : "info")
                    Text(verbatim: notice.text).frame(maxWidth: .infinity, alignment: .leading)
                    Button {
                        model.closeNotice()
                    } label: {
                        SymbolView(name: "close")
                    }
                    .accessibilityLabel(Text(verbatim: model.words.close))
                }
                .noticeStyle()
            }
        }
    }
}

extension View {
    fileprivate func noticeStyle() -> some View {
        font(.footnote)
            .padding(12)
            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 12))
            .padding(.horizontal)
            .accessibilityElement(children: .contain)
    }
}
#endif
