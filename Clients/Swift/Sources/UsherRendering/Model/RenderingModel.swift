#if canImport(Observation)
import Foundation
import Observation
import UsherClient

/// An application of a server as views draw it.
///
/// It turns the state of a session into elements, layouts and pages, and what the user does into taps. Its properties are
/// observed, and its functions return at once.
///
/// ```swift
/// let model = RenderingModel(session, server: server)
/// await model.run()
///
/// switch model.page {
/// case .session(let layout): draw(layout)
/// case .status(let page): draw(page)
/// case .loading, .nothing: break
/// }
/// ```
///
/// It needs no SwiftUI, so it can be the model of any other library of views, and tests can do what a user does.
@MainActor
@Observable
public final class RenderingModel {
    /// The session that the model draws.
    public let session: SessionModel
    /// The addresses of the server's pictures and places.
    public let addresses: Addresses
    /// The language and region of the user.
    @ObservationIgnored public let user: Locale
    /// The zone in which times are written.
    @ObservationIgnored public let timeZone: TimeZone
    /// The client's own words by language.
    @ObservationIgnored public var wordsOfLanguage: @Sendable (String) -> Words = Words.words(in:)
    /// Shows a layout by making the change that it is given, such as within a transaction for its motion.
    @ObservationIgnored public var animate: @MainActor (_ motion: Motion, _ change: () -> Void) -> Void = { $1() }
    /// Reads texts to the user of a screen reader.
    @ObservationIgnored public var announce: @MainActor (Announcement) -> Void = { _ in }
    /// Whether two screens of a stack are beside each other, so that the user can also use the covered one.
    public var isWide = false

    /// The notice about the last tap that was not accepted.
    public internal(set) var notice: Notice?
    /// The question before a gesture or a link discards what was entered.
    public internal(set) var question: DiscardQuestion?
    /// The field that is to get the keyboard, until the view has given it.
    public var focus: FieldFocus?
    /// The number of taps that the server has rejected, for feedback that the user feels.
    public internal(set) var rejections = 0

    @ObservationIgnored let clock: any Clock<Duration>
    @ObservationIgnored let timing: ControlTiming
    @ObservationIgnored private let now: @Sendable () -> Date
    /// The controls with a report without an outcome.
    var pending: Set<ControlID> = []
    /// The number of taps without an outcome.
    var unanswered = 0
    var values = ControlValues()
    /// The values that wait for a further input before they are sent.
    @ObservationIgnored var pauses: [ControlID: PausedValue] = [:]
    var forms: [ControlID: FormState] = [:]
    var overlay = GestureOverlay()
    private var motion = Motion.none
    /// The outputs that each screen had when it was in front last, and whether it had a way back.
    @ObservationIgnored var offers: [String: (outputs: Set<String>, hasBack: Bool)] = [:]
    /// The control of each screen that the user has used last.
    @ObservationIgnored var chosen: [String: ControlID] = [:]
    @ObservationIgnored private var announcements = Announcements()
    @ObservationIgnored private var contents: [String: ScreenContent] = [:]
    /// The screens that the last change has removed, which are drawn until they are out of sight.
    @ObservationIgnored private var departed: [String: ScreenContent] = [:]
    @ObservationIgnored private var rows: [String: SourceRows] = [:]

    /// A field of a form.
    public struct FieldFocus: Sendable, Hashable {
        /// The name of the form.
        public let form: ControlID
        /// The name of the field.
        public let field: String

        /// Names a field.
        public init(form: ControlID, field: String) {
            self.form = form
            self.field = field
        }
    }

    /// Creates a model of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - server: The address of its server, to which pictures may be relative.
    ///   - user: The language and region of the user.
    ///   - timeZone: The zone of the device.
    ///   - clock: Measures the pauses of controls.
    ///   - timing: The pauses of controls.
    ///   - now: The time of the device.
    public init(
        _ session: Session,
        server: URL,
        user: Locale = .current,
        timeZone: TimeZone = .current,
        clock: any Clock<Duration> = ContinuousClock(),
        timing: ControlTiming = ControlTiming(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.session = SessionModel(session)
        addresses = Addresses(server: server)
        self.user = user
        self.timeZone = timeZone
        self.clock = clock
        self.timing = timing
        self.now = now
        self.session.show = { [weak self] display, change in
            if let self { show(display, change) } else { change() }
        }
    }

    /// Opens the session, and shows it until the task is cancelled.
    ///
    /// - Parameter link: The link to open, such as the link of a notification.
    public func run(link: String? = nil) async {
        await session.run(link: link)
    }

    /// The state to draw.
    public var state: NavigationState? { session.display.state }

    /// The language of the texts, as a tag of BCP 47.
    ///
    /// Without a state it is the language of the user, and for an application with one language English.
    public var language: String { state.map { $0.language ?? "en" } ?? user.identifier(.bcp47) }

    /// The client's own words in the language of the session.
    public var words: Words { wordsOfLanguage(language) }

    /// The prices, times and numbers of the session.
    public var figures: Figures { Figures(language: state?.language, user: user, timeZone: timeZone) }

    /// The direction in which texts run, by which the layout is mirrored.
    public var direction: NavigationState.Direction { state?.direction ?? .leftToRight }

    /// The time of the server, by which buttons are enabled.
    public var serverTime: Date { now().addingTimeInterval(session.display.clockAhead) }

    /// The notice that the connection is lost.
    public var banner: ConnectionBanner? {
        // Without a state, the page says so.
        state == nil ? nil : ConnectionBanner(session.display.connection, words)
    }

    /// Whether the session waits for an effect or for the response to a tap.
    public var isWorking: Bool { state?.isBusy == true || unanswered > 0 }

    /// The parts of a screen.
    ///
    /// - Parameter key: The key of the screen.
    /// - Returns: Its content, or `nil` for a screen that was gone before the last change, too.
    public func content(of key: String) -> ScreenContent? {
        guard let screen = state?.screens[key] else { return departed[key] }
        // Screens of one state share their members with the state before, so the comparison takes no time.
        if let known = contents[key], known.screen == screen { return known }
        let content = ScreenContent(screen)
        contents[key] = content
        return content
    }

    /// Whether a screen was removed by the last change, and may still be in sight.
    func hasDeparted(_ key: String) -> Bool { departed[key] != nil && state?.screens[key] == nil }

    /// Reads the state again, as when the user pulls a screen down.
    public func refresh() async {
        await session.session.refresh()
    }

    /// The parts of the screen in front.
    public var front: ScreenContent? { state?.focus.flatMap { content(of: $0) } }

    /// The rows of a list with a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - screen: The key of the screen.
    /// - Returns: The rows, which are the same object as long as the screen is there.
    public func rows(of source: ListElement.Source, on screen: String) -> SourceRows {
        let key = "\(state?.id ?? "") \(screen) \(source.name)"
        if let known = rows[key] { return known }
        let new = SourceRows(session.session)
        rows[key] = new
        return new
    }

    private func show(_ display: Display, _ change: () -> Void) {
        let before = self.session.display.state
        guard let state = display.state else {
            change()
            announceNews()
            return
        }
        if before?.id != state.id { reset() }
        // A gesture that is taken back, or has led elsewhere, puts back what the system has removed.
        let restores = session.display.isPredicted && !display.isPredicted
        let next = Motion.between(before, state, restores: restores && before?.focus != state.focus)
        if next != .content { departed = contents.filter { state.screens[$0.key] == nil } }
        animate(next) {
            motion = next
            overlay.follow(state)
            change()
        }
        remember(state)
        if question?.screen != state.focus { question = nil }
        if before?.focus != state.focus { arrive() }
        announceNews()
    }

    /// Forgets the controls of another session, because its screens had the same keys.
    private func reset() {
        for pause in pauses.values { pause.task.cancel() }
        (pauses, values, pending, forms) = ([:], ControlValues(), [], [:])
        (offers, chosen, contents, departed, rows) = ([:], [:], [:], [:], [:])
        (overlay, notice, question, focus) = (GestureOverlay(), nil, nil, nil)
    }

    private func remember(_ state: NavigationState) {
        let isGone = { (screen: String) in state.screens[screen] == nil }
        forms = forms.filter { !isGone($0.key.screen) }
        contents = contents.filter { !isGone($0.key) }
        chosen = chosen.filter { !isGone($0.key) }
        offers = offers.filter { !isGone($0.key) }
        let prefix = "\(state.id) "
        rows = rows.filter { key, _ in
            !isGone(key.dropFirst(prefix.count).split(separator: " ").first.map(String.init) ?? "")
        }
        guard !state.isBusy, let front = state.front else { return }
        offers[front.key] = (Set(front.outputs.map(\.name)), state.gestures.back != nil)
    }

    private func arrive() {
        notice = nil
        focus = front?.initialField.map { FieldFocus(form: $0.form, field: $0.field.name) }
    }

    private func announceNews() {
        for text in announcements.next(front, session.display.connection, words) { announce(text) }
    }
}

extension RenderingModel {
    /// The content of the window.
    public var page: Page {
        if let status = StatusPage(session.display, failure: session.failure, words) { return .status(status) }
        guard session.display.phase != .closed else { return .nothing }
        guard let state else { return .loading }
        return .session(layout(of: state))
    }

    /// The keys of the screens above the root of a stack, as the user sees them.
    public func path(of stack: String) -> [String] {
        guard let container = state?.stack(of: stack) else { return [] }
        return Array((overlay.screens(of: container) ?? container.screens).dropFirst())
    }

    /// The screen that a wide window shows beside the one in front, or `nil` for none.
    ///
    /// It is the one below, unless one of both hides its bar, and so is made for the whole window.
    public func screenBeside(_ stack: StackLayout) -> String? {
        guard isWide, let front = stack.path.last, let below = stack.screen(below: front),
            let covered = content(of: below), let content = content(of: front), !covered.hides("navigationBar"),
            !content.hides("navigationBar")
        else { return nil }
        return below
    }

    private func layout(of state: NavigationState) -> WindowLayout {
        let question = front?.question
        let modals = state.modals.filter { modal in
            guard !overlay.hasDismissed(modal.key) else { return false }
            // A modal that only asks a question is drawn as the question alone.
            return modal.presentation != .alert || modal.key != state.modals.last?.key || question == nil
        }
        return WindowLayout(
            content: ContainerLayout(state.navigation, overlay),
            modals: modals.map { modal in
                ModalLayout(
                    key: modal.key,
                    presentation: modal.presentation == .fullScreen ? .cover : .sheet,
                    dismissal: dismissal(of: modal, in: state),
                    transition: modal.transition,
                    content: ContainerLayout(modal.container, overlay)
                )
            },
            question: question.flatMap { isAnswered($0) ? nil : $0 },
            motion: motion
        )
    }

    /// Whether one of the actions of a question has no outcome yet, so that the question must not appear again.
    private func isAnswered(_ question: PlacedElement) -> Bool {
        pending.contains { $0.screen == question.id.screen && $0.path.hasPrefix("\(question.id.path)/") }
    }

    /// Does what the button of a page says.
    public func perform(_ action: StatusPage.Action) async {
        switch action {
        case .start: await session.start()
        case .resume: await session.resume()
        case .retry: await session.session.retry()
        }
    }

    /// Sends lost requests again at once, as the button of the banner says.
    public func retry() {
        Task { await session.session.retry() }
    }

    /// Closes the notice.
    public func closeNotice() {
        notice = nil
    }
}
#endif
