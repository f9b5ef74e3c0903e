#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// The window or a modal, with the modals above it.
struct LayerView: View {
    let content: ContainerLayout
    /// The modal that this layer is, or `nil` for the window.
    let modal: ModalLayout?
    /// The modals above this layer, with the nearest first.
    let above: [ModalLayout]
    let question: PlacedElement?
    @Environment(RenderingModel.self) private var model

    var body: some View {
        ContainerView(layout: content, modal: modal)
            .safeAreaInset(edge: .top, spacing: 0) { if isFront { NoticesView() } }
            .sheet(item: presented(.sheet)) { next in
                ModalView(shown: next).usherEnvironment(model)
            }
            .fullScreenCover(item: presented(.cover)) { next in
                ModalView(shown: next).usherEnvironment(model)
            }
            .questions(isFront ? question : nil, isFront: isFront, model)
    }

    private var isFront: Bool { above.isEmpty }

    /// The modal directly above this layer, if it is presented in a way.
    ///
    /// The view sets it to none when the user has swiped the modal away.
    private func presented(_ presentation: ModalLayout.Presentation) -> Binding<ModalLayout?> {
        let next = above.first
        return Binding(
            get: { next?.presentation == presentation ? next : nil },
            set: { if $0 == nil, let next { model.dismissed(next.key) } }
        )
    }
}

/// A modal, and everything above it.
struct ModalView: View {
    /// The modal as it was when it appeared, which is drawn while it goes away.
    let shown: ModalLayout
    @Environment(RenderingModel.self) private var model
    @State private var opacity = 0.0

    var body: some View {
        let (modal, above, question) = current
        LayerView(content: modal.content, modal: modal, above: above, question: question)
            .interactiveDismissDisabled(modal.dismissal != .free)
            .opacity(fades ? opacity : 1)
            .onAppear { withAnimation { opacity = 1 } }
    }

    private var fades: Bool { shown.transition == "fade" || shown.transition == "crossDissolve" }

    private var current: (ModalLayout, [ModalLayout], PlacedElement?) {
        guard case .session(let layout) = model.page,
            let index = layout.modals.firstIndex(where: { $0.key == shown.key })
        else { return (shown, [], nil) }
        return (layout.modals[index], Array(layout.modals[(index + 1)...]), layout.question)
    }
}

extension View {
    /// Asks the questions of the screen in front and of the client, in the layer in front.
    fileprivate func questions(_ question: PlacedElement?, isFront: Bool, _ model: RenderingModel) -> some View {
        alert(
            Text(verbatim: question?.confirm?.title ?? ""),
            isPresented: Binding(
                get: { question?.confirm != nil },
                // Each button reports by itself, so there is nothing to do when the system closes the alert.
                set: { _ in }
            ),
            presenting: question
        ) { question in
            ForEach(Array((question.confirm?.actions ?? []).enumerated()), id: \.offset) { index, action in
                Button(role: action.role.system) {
                    model.press(action, at: question.id.part("\(index)"))
                } label: {
                    Text(verbatim: action.label)
                }
                .disabled(!model.availability(of: action, at: question.id.part("\(index)")).availability.looksEnabled)
            }
        } message: { question in
            if let text = question.confirm?.text { Text(verbatim: text) }
        }
        .confirmationDialog(
            Text(verbatim: model.question?.title ?? ""),
            isPresented: Binding(
                get: { isFront && model.question != nil },
                set: { if !$0, let question = model.question { model.answer(question, discards: false) } }
            ),
            titleVisibility: .visible,
            presenting: model.question
        ) { question in
            Button(role: .destructive) {
                model.answer(question, discards: true)
            } label: {
                Text(verbatim: question.discard)
            }
            Button(role: .cancel) {
                model.answer(question, discards: false)
            } label: {
                Text(verbatim: question.keep)
            }
        } message: { question in
            if let text = question.text { Text(verbatim: text) }
        }
    }
}

extension PlacedElement {
    /// The question of a `confirm` element.
    fileprivate var confirm: ConfirmElement? {
        if case .confirm(let confirm) = element { confirm } else { nil }
    }
}

extension ButtonElement.Role {
    /// The role by which the system draws a button.
    var system: ButtonRole? {
        switch self {
        case .destructive: .destructive
        case .cancel: .cancel
        case .primary, .plain: nil
        }
    }
}
#endif
