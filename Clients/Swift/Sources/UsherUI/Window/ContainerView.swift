#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// A container: a stack of screens, or tabs.
struct ContainerView: View {
    let layout: ContainerLayout
    let modal: ModalLayout?

    var body: some View {
        switch layout {
        case .stack(let stack): StackView(layout: stack, modal: modal)
        case .tabs(let tabs): TabsView(layout: tabs, modal: modal)
        }
    }
}

/// Screens above each other, which the system can swipe away.
struct StackView: View {
    let layout: StackLayout
    let modal: ModalLayout?
    @Environment(RenderingModel.self) private var model

    var body: some View {
        HStack(spacing: 0) {
            if modal == nil, let beside = model.screenBeside(layout) {
                NavigationStack { ScreenView(key: beside, isRoot: beside == layout.root, modal: nil) }
                    .frame(minWidth: 300, idealWidth: 360, maxWidth: 420)
                Divider()
            }
            NavigationStack(path: path) {
                if let root = layout.root {
                    ScreenView(key: root, isRoot: true, modal: modal)
                        .id(root)
                        .navigationDestination(for: String.self) { key in
                            ScreenView(key: key, isRoot: false, modal: modal)
                        }
                }
            }
        }
    }

    /// The path is read from the model and not from this view, because the stack asks for it again within a gesture.
    private var path: Binding<[String]> {
        let key = layout.key
        return Binding(get: { model.path(of: key) }, set: { model.setPath(of: key, to: $0) })
    }
}

/// Containers beside each other, with the bar that selects one.
struct TabsView: View {
    let layout: TabsLayout
    let modal: ModalLayout?
    @Environment(RenderingModel.self) private var model

    var body: some View {
        TabView(selection: selection) {
            ForEach(layout.tabs) { tab in
                content(of: tab)
                    .tabItem { label(of: tab) }
                    .badge(tab.badge.map { Text(verbatim: $0) })
                    .tag(tab.key)
            }
        }
    }

    /// The system sets the selected tab again when the user presses it, which leads to its first screen.
    private var selection: Binding<String> {
        let selected = layout.selected ?? ""
        return Binding(get: { selected }, set: { model.select(tab: $0) })
    }

    @ViewBuilder
    private func content(of tab: TabLayout) -> some View {
        if let content = tab.content {
            ContainerView(layout: content, modal: modal)
        } else {
            ProgressView().accessibilityLabel(Text(verbatim: model.words.loading))
        }
    }

    /// A bar draws symbols and texts only, so a picture with an address is drawn as a neutral one.
    @ViewBuilder
    private func label(of tab: TabLayout) -> some View {
        switch tab.image.content {
        case .symbol(let name):
            Label {
                Text(verbatim: tab.title)
            } icon: {
                SymbolView(name: name)
            }
        case .characters(let characters, _): Text(verbatim: "\(characters) \(tab.title)")
        case .url:
            Label {
                Text(verbatim: tab.title)
            } icon: {
                SymbolView(name: "list")
            }
        }
    }
}
#endif
