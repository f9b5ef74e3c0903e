#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherClient
import UsherRendering

/// A screen: a view of the app's own, or its bar, its messages and its elements.
struct ScreenView: View {
    let key: String
    let isRoot: Bool
    /// The modal of the screen, or `nil` in the window.
    let modal: ModalLayout?
    @Environment(RenderingModel.self) private var model
    @Environment(\.nativeScreens) private var nativeScreens

    var body: some View {
        if let content = model.content(of: key) {
            Group {
                if let native = nativeScreens.view(of: content.screen, model: model) {
                    native
                } else {
                    ElementsView(content: content)
                }
            }
            .modifier(ScreenBar(content: content, isRoot: isRoot, modal: modal))
        } else {
            Color.clear
        }
    }
}

/// The elements of a screen.
struct ElementsView: View {
    let content: ScreenContent
    @Environment(RenderingModel.self) private var model
    @FocusState private var focus: RenderingModel.FieldFocus?

    var body: some View {
        List {
            if !content.messages.isEmpty {
                Section {
                    ForEach(Array(content.messages.enumerated()), id: \.offset) { _, message in
                        MessageView(message: message)
                    }
                }
            }
            ForEach(content.elements) { element in
                ElementView(placed: element, focus: $focus)
            }
        }
        .listStyle(.insetGrouped)
        .scrollDismissesKeyboard(.interactively)
        .refreshable { await model.refresh() }
        .safeAreaInset(edge: .bottom, spacing: 0) {
            if let pinned = content.pinned { PinnedView(placed: pinned) }
        }
        .overlay(alignment: .top) {
            if isFront, model.isWorking {
                ProgressView()
                    .progressViewStyle(.linear)
                    .accessibilityLabel(Text(verbatim: model.words.loading))
            }
        }
        .onChange(of: model.focus, initial: true) { takeFocus() }
    }

    private var isFront: Bool { model.state?.focus == content.screen.key }

    /// Gives the keyboard to the field that the model names, such as the first one with an error.
    private func takeFocus() {
        guard let wanted = model.focus, wanted.form.screen == content.screen.key else { return }
        focus = wanted
        model.focus = nil
    }
}

/// A message of a screen.
struct MessageView: View {
    let message: Message

    var body: some View {
        Label {
            Text(verbatim: message.text)
        } icon: {
            SymbolView(name: symbol).foregroundStyle(message.asksOfUser ? Color.red : Color.accentColor)
        }
        .accessibilityElement(children: .combine)
    }

    private var symbol: String {
        switch message.level {
        case .error, .warning: "warning"
        case .success: "checkmark"
        case .info, .other: "info"
        }
    }
}
#endif
