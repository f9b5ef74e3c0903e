#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// Draws its content again each second until an instant, for the time that is left.
struct Countdown<Content: View>: View {
    let until: Date?
    @ViewBuilder let content: () -> Content
    @Environment(RenderingModel.self) private var model

    init(until: Date?, @ViewBuilder content: @escaping () -> Content) {
        self.until = until
        self.content = content
    }

    var body: some View {
        if let until, until > model.serverTime {
            TimelineView(.periodic(from: .now, by: 1)) { _ in content() }
        } else {
            content()
        }
    }
}

/// A button in the body of a screen, in a row or at the bottom edge.
struct ButtonView: View {
    let button: ButtonElement
    let id: ControlID
    /// Whether it has the width of the screen.
    let isWide: Bool
    @Environment(RenderingModel.self) private var model

    var body: some View {
        Countdown(until: button.enabledAt) {
            let (availability, countdown) = model.availability(of: button, at: id)
            Button(role: button.role.system) {
                model.press(button, at: id)
            } label: {
                label(availability, countdown).frame(maxWidth: isWide ? .infinity : nil)
            }
            .prominent(button.role == .primary)
            .disabled(!availability.looksEnabled)
            .described(
                AccessibilityDescription(button, countdown: countdown, isPending: availability == .pending, model.words)
            )
        }
        .placeMenu(button.report.link)
    }

    private func label(_ availability: Availability, _ countdown: String?) -> some View {
        HStack {
            if availability == .pending {
                ProgressView()
            } else if let symbol = button.symbol {
                SymbolView(name: symbol)
            }
            Text(verbatim: countdown.map { "\(button.label) · \($0)" } ?? button.label)
            if let badge = button.badge { BadgeView(text: badge) }
            if button.isSelected == true { SymbolView(name: "checkmark") }
        }
    }
}

extension View {
    /// The style of the main button, or of any other.
    @ViewBuilder
    func prominent(_ isProminent: Bool) -> some View {
        if isProminent { buttonStyle(.borderedProminent) } else { buttonStyle(.bordered) }
    }

    /// Lets the user share a link that leads to the same place as a press.
    @ViewBuilder
    func placeMenu(_ link: String?) -> some View {
        if let link { modifier(PlaceMenu(link: link)) } else { self }
    }
}

/// The menu of a part with a link.
private struct PlaceMenu: ViewModifier {
    let link: String
    @Environment(RenderingModel.self) private var model

    func body(content: Content) -> some View {
        if let page = model.addresses.page(of: link) {
            content.contextMenu { ShareLink(item: page) }
        } else {
            content
        }
    }
}

/// A short mark, such as a number.
struct BadgeView: View {
    let text: String

    var body: some View {
        Text(verbatim: text)
            .style(.badge)
            .padding(.horizontal, 8)
            .padding(.vertical, 2)
            .background(Color.secondary.opacity(0.2), in: Capsule())
    }
}

/// A switch with its help.
struct ToggleView: View {
    let toggle: ToggleElement
    let id: ControlID
    /// Whether the words are beside it, which a row has already.
    var showsLabel = true
    @Environment(RenderingModel.self) private var model

    var body: some View {
        VStack(alignment: .leading) {
            Toggle(isOn: Binding(get: { model.value(of: toggle, at: id) }, set: { model.set($0, of: toggle, at: id) }))
            {
                Text(verbatim: toggle.label)
            }
            .labels(isVisible: showsLabel)
            .disabled(!model.availability(ofValueOf: toggle.output, at: id).looksEnabled)
            .accessibilityHint(Text(verbatim: toggle.help ?? ""))
            if showsLabel, let help = toggle.help { Text(verbatim: help).style(.help).accessibilityHidden(true) }
        }
    }
}

/// A number to increase and decrease.
struct StepperView: View {
    let stepper: StepperElement
    let id: ControlID
    /// Whether the words are beside it, which a row has already.
    var showsLabel = true
    @Environment(RenderingModel.self) private var model

    var body: some View {
        let value = model.value(of: stepper, at: id)
        let text = model.figures.number(value)
        Stepper {
            HStack {
                if showsLabel { Text(verbatim: stepper.label) }
                Text(verbatim: text).monospacedDigit()
            }
        } onIncrement: {
            model.step(stepper, isIncrease: true, at: id)
        } onDecrement: {
            model.step(stepper, isIncrease: false, at: id)
        }
        .disabled(!model.availability(ofValueOf: stepper.output, at: id).looksEnabled)
        .accessibilityLabel(Text(verbatim: stepper.label))
        .accessibilityValue(Text(verbatim: text))
    }
}

extension View {
    @ViewBuilder
    fileprivate func labels(isVisible: Bool) -> some View {
        if isVisible { self } else { labelsHidden() }
    }
}

/// A control at the end of a row, below a card or at the bottom edge.
struct PartControlView: View {
    let control: PartControl
    let id: ControlID
    var isWide = false
    var showsLabel = false

    var body: some View {
        switch control {
        case .button(let button): ButtonView(button: button, id: id, isWide: isWide)
        case .toggle(let toggle): ToggleView(toggle: toggle, id: id, showsLabel: showsLabel)
        case .stepper(let stepper): StepperView(stepper: stepper, id: id, showsLabel: showsLabel)
        }
    }
}

/// A field for a search, which keeps what the user types while responses come.
struct SearchView: View {
    let search: SearchElement
    let id: ControlID
    @Environment(RenderingModel.self) private var model
    @State private var text = ""

    var body: some View {
        HStack {
            SymbolView(name: "search").foregroundStyle(Color.secondary).accessibilityHidden(true)
            TextField(text: $text, prompt: Text(verbatim: search.placeholder ?? model.words.search)) {
                Text(verbatim: search.placeholder ?? model.words.search)
            }
            .textInputAutocapitalization(.never)
            .autocorrectionDisabled()
            .submitLabel(.search)
            .onSubmit { model.submit(search, at: id) }
            .accessibilityAddTraits(.isSearchField)
        }
        // A field that is disabled would lose the keyboard while its screen waits.
        .onAppear { text = search.value }
        .onChange(of: text) { model.set(text, of: search, at: id) }
        .onChange(of: search.value) {
            if model.value(of: search, at: id) == search.value, search.replaces(text) { text = search.value }
        }
    }
}

/// The progress of something, which may be paused.
struct ProgressElementView: View {
    let progress: ProgressElement
    let id: ControlID
    @Environment(RenderingModel.self) private var model
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @Environment(\.accessibilityVoiceOverEnabled) private var hasVoiceOver
    @State private var pause = AutoPause()

    var body: some View {
        let description = AccessibilityDescription(progress, model.figures, model.words)
        HStack {
            ProgressView(value: progress.value) { Text(verbatim: progress.label ?? model.words.loading) }
                .accessibilityLabel(Text(verbatim: description.label))
                .accessibilityValue(Text(verbatim: description.value ?? ""))
            if progress.output != nil {
                let isPaused = model.isPaused(progress, at: id)
                Button {
                    report(pause.toggle(isPaused: isPaused))
                } label: {
                    SymbolView(name: isPaused ? "play" : "pause")
                }
                .buttonStyle(.bordered)
                .accessibilityLabel(Text(verbatim: isPaused ? model.words.play : model.words.pause))
            }
        }
        .onChange(of: reducesMotion, initial: true) { set("motion", reducesMotion) }
        .onChange(of: hasVoiceOver, initial: true) { set("reader", hasVoiceOver) }
    }

    private func set(_ reason: String, _ holds: Bool) {
        guard progress.output != nil else { return }
        report(pause.set(reason, holds: holds, isPaused: model.isPaused(progress, at: id)))
    }

    private func report(_ isPaused: Bool?) {
        if let isPaused { model.setPaused(isPaused, progress, at: id) }
    }
}

/// The main control of a screen, at its bottom edge.
struct PinnedView: View {
    let placed: PlacedElement
    @Environment(RenderingModel.self) private var model

    var body: some View {
        if case .pinned(let pinned) = placed.element, let control = pinned.control {
            HStack {
                VStack(alignment: .leading) {
                    if let title = pinned.title { Text(verbatim: title).style(.subtitle) }
                    if let price = pinned.price { Text(verbatim: model.figures.money(price)).style(.price) }
                }
                PartControlView(control: control, id: placed.id.part("control"), isWide: true, showsLabel: true)
            }
            .padding()
            .background(.bar)
        }
    }
}
#endif
