#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// The bar of a screen: its title, the way back, its buttons, and the button that closes its modal.
struct ScreenBar: ViewModifier {
    let content: ScreenContent
    let isRoot: Bool
    let modal: ModalLayout?
    @Environment(RenderingModel.self) private var model

    func body(content view: Content) -> some View {
        view
            .navigationTitle(Text(verbatim: content.title))
            .navigationBarTitleDisplayMode(isLarge ? .large : .inline)
            // A hidden button takes the swipe with it, so that the system removes no screen by itself.
            .navigationBarBackButtonHidden(!isRoot && wayBack != .free)
            .toolbar(content.hides("navigationBar") ? .hidden : .automatic, for: .navigationBar)
            .toolbar(content.hides("tabBar") ? .hidden : .automatic, for: .tabBar)
            .toolbar { items }
    }

    private var wayBack: WayOut { model.wayBack(from: content.screen.key) }

    private var isLarge: Bool { isRoot && content.leading.isEmpty && !content.repeatsTitle }

    private var closes: Bool {
        guard isRoot, let modal, modal.dismissal != .none else { return false }
        return !content.leading.contains {
            if case .button(let button) = $0.element { button.role == .cancel } else { false }
        }
    }

    @ToolbarContentBuilder
    private var items: some ToolbarContent {
        if !isRoot, wayBack == .asks {
            ToolbarItem(placement: .topBarLeading) {
                Button {
                    model.back()
                } label: {
                    SymbolView(name: "back")
                }
                .accessibilityLabel(Text(verbatim: model.words.back))
            }
        }
        if content.repeatsTitle {
            ToolbarItem(placement: .principal) { Text(verbatim: "").accessibilityHidden(true) }
        }
        ToolbarItemGroup(placement: .topBarLeading) {
            ForEach(content.leading) { BarButton(placed: $0) }
        }
        ToolbarItemGroup(placement: .topBarTrailing) {
            ForEach(content.trailing) { BarButton(placed: $0) }
            if closes {
                Button {
                    model.dismiss()
                } label: {
                    SymbolView(name: "close")
                }
                .accessibilityLabel(Text(verbatim: model.words.close))
            }
        }
    }
}

/// A button of the bar: its symbol alone, if it has one.
struct BarButton: View {
    let placed: PlacedElement
    @Environment(RenderingModel.self) private var model

    var body: some View {
        if case .button(let button) = placed.element {
            Countdown(until: button.enabledAt) {
                let (availability, countdown) = model.availability(of: button, at: placed.id)
                Button(role: button.role.system) {
                    model.press(button, at: placed.id)
                } label: {
                    if availability == .pending {
                        ProgressView()
                    } else if let symbol = button.symbol {
                        SymbolView(name: symbol).cornerBadge(button.badge)
                    } else {
                        Text(verbatim: button.label)
                    }
                }
                .disabled(!availability.looksEnabled)
                .described(
                    AccessibilityDescription(
                        button,
                        countdown: countdown,
                        isPending: availability == .pending,
                        model.words
                    )
                )
            }
        }
    }
}

extension View {
    /// A small mark at the corner of a symbol in the bar.
    fileprivate func cornerBadge(_ text: String?) -> some View {
        overlay(alignment: .topTrailing) {
            if let text {
                Text(verbatim: text)
                    .font(.caption2)
                    .padding(3)
                    .background(Color.red, in: Capsule())
                    .foregroundStyle(Color.white)
                    .offset(x: 8, y: -8)
            }
        }
    }
}
#endif
