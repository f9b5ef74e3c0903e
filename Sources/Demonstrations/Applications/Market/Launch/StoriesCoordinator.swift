import Coordination

/// The second launch service: shows stories page by page and advances by a timer.
///
/// It finishes after the last story, on `skip`, and at once when there are no stories.
final class StoriesCoordinator: Coordinator {
    struct State: CoordinatorState {
        var index = 0
        /// Whether the user has paused the stories, or `nil` in sessions of earlier releases.
        var isPaused: Bool?
    }
    typealias Factory = any MarketFactory

    /// The time for which a page is shown.
    static let pause = Duration.seconds(6)

    private var stories: [Story] { factory.assortment.stories }

    func start() {
        guard !stories.isEmpty else { return finish() }
        push(StoryPages(stories: stories, index: 0), hides: [.navigationBar])
        startTimer("turn", after: Self.pause)
    }

    static let wiring: Wiring<StoriesCoordinator> = [
        .anchor(.restart),
        .on(StoryPages.next) { $0.turn(by: 1) },
        .on(StoryPages.previous) { $0.turn(by: -1) },
        .on(StoryPages.skip) { $0.finish() }.forAgents("Skips the stories."),
        .on(StoryPages.setPaused) { $0.setPaused($1) },
        .on(timer: "turn") { $0.turn(by: 1) },
    ]

    private func turn(by pages: Int) {
        cancelTimer("turn")
        state.index = max(0, state.index + pages)
        guard state.index < stories.count else { return finish() }
        update { (screen: inout StoryPages) in screen.index = state.index }
        if state.isPaused != true { startTimer("turn", after: Self.pause) }
    }

    /// Keeps the page until the user goes on, or counts its time from the beginning.
    private func setPaused(_ isPaused: Bool) {
        guard isPaused != (state.isPaused ?? false) else { return }
        state.isPaused = isPaused
        update { (screen: inout StoryPages) in screen.isPaused = isPaused }
        if isPaused { cancelTimer("turn") } else { startTimer("turn", after: Self.pause) }
    }
}

/// The stories, one page at a time.
struct StoryPages: Screen {
    static let name = "stories"
    static let next = Output<StoryPages, Nothing>("next")
    static let previous = Output<StoryPages, Nothing>("previous")
    static let skip = Output<StoryPages, Nothing>("skip")
    static let setPaused = Output<StoryPages, Bool>("setPaused")

    var stories: [Story]
    /// The index of the current story.
    var index: Int
    /// Whether the page stays until the user goes on, or `nil` in sessions of earlier releases.
    var isPaused: Bool?

    static let title = "Stories"

    var disabledOutputs: [any ScreenOutput] { index > 0 ? [] : [Self.previous] }

    var view: ScreenView {
        Progress(
            String(localized: "\(index + 1) of \(stories.count)"),
            value: Double(index + 1) / Double(stories.count)
        ).pausable(Self.setPaused, isPaused: isPaused ?? false)
        if stories.indices.contains(index) {
            Image(stories[index].picture, aspect: 2)
            Heading(String(localized: LocalizedText(key: stories[index].title)))
            Text(String(localized: LocalizedText(key: stories[index].text)))
        }
        Button(
            index + 1 < stories.count ? String(localized: "Next") : String(localized: "Start"),
            Self.next,
            role: .primary
        )
        if index > 0 { Button(String(localized: "Back"), Self.previous) }
        Button(String(localized: "Skip"), Self.skip, role: .plain)
    }
}
