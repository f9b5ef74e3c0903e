public import Coordination

/// A small test application: a counter that users, effects and a timer raise.
public enum CounterApplication {
    /// Creates the application.
    public static func make() throws -> Application {
        try Application("counter", title: "Counter", root: CounterCoordinator.self, state: .init(), factory: ())
    }
}

/// An effect that blocks the screen.
///
/// Its result is added to the count.
public struct Question: Effect, Equatable {
    /// The name `question`.
    public static let name = "question"

    /// The count at the time of the question.
    public var count: Int

    /// The number that is added to the count.
    public typealias Value = Int
}

/// A question that does not block the screen.
public struct QuietQuestion: Effect {
    /// The name `quietQuestion`.
    public static let name = "quietQuestion"
    /// `false`: the screen stays usable.
    public static let blocksScreen = false

    /// The count at the time of the question.
    public var count: Int

    /// The number that is added to the count.
    public typealias Value = Int
}

/// A question with a result that the counter rejects.
public struct FailingQuestion: Effect {
    /// The name `troublingQuestion`.
    public static let name = "troublingQuestion"

    /// A number that is rejected.
    public typealias Value = Int
}

/// A question that is asked again when its handler fails.
public struct PersistentQuestion: Effect {
    /// The name `persistentQuestion`.
    public static let name = "persistentQuestion"
    /// Three attempts, 1 and 2 seconds apart.
    public static let retry = RetryPolicy.attempts(3)

    /// The number that is added to the count.
    public typealias Value = Int
}

/// A question that changes nothing.
public struct ReadQuestion: Effect {
    /// The name `readQuestion`.
    public static let name = "readQuestion"
    /// `true`: any error is a failure.
    public static let isReadOnly = true

    /// The number that is added to the count.
    public typealias Value = Int
}

/// A question with a secret.
public struct SecretQuestion: Effect {
    /// The name `secretQuestion`.
    public static let name = "secretQuestion"
    /// `true`: the effect is never stored.
    public static let isSecret = true

    /// The secret, `hush` in this application.
    public var secret: Secret

    /// The number that is added to the count.
    public typealias Value = Int
}

struct CounterScreen: Screen {
    static let name = "counter"
    static let raise = Output<CounterScreen, Nothing>("raise")
    static let keep = Output<CounterScreen, Nothing>("keep")
    static let ask = Output<CounterScreen, Nothing>("ask")
    static let askQuietly = Output<CounterScreen, Nothing>("askQuietly")
    static let askToFail = Output<CounterScreen, Nothing>("askForTrouble")
    static let askPersistently = Output<CounterScreen, Nothing>("askPersistently")
    static let askToRead = Output<CounterScreen, Nothing>("askToRead")
    static let askLater = Output<CounterScreen, Nothing>("askLater")
    static let forget = Output<CounterScreen, Nothing>("forget")
    static let askSecretly = Output<CounterScreen, Nothing>("askSecretly")
    static let startTimer = Output<CounterScreen, Nothing>("startTimer")
    static let startAskingTimer = Output<CounterScreen, Nothing>("startAskingTimer")
    static let spoil = Output<CounterScreen, Nothing>("spoil")
    static let reject = Output<CounterScreen, Nothing>("refuse")
    static let end = Output<CounterScreen, Nothing>("end")

    var count: Int
}

final class CounterCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var count = 0
        /// A secret, with which the state can't be encoded.
        var secret: Secret?
    }

    func start() { push(CounterScreen(count: state.count)) }

    static let wiring: Wiring<CounterCoordinator> = [
        .on(CounterScreen.raise) { $0.raise(by: 1) },
        .on(CounterScreen.keep) { _ in },
        .on(CounterScreen.ask) { $0.perform(Question(count: $0.state.count)) },
        .on(CounterScreen.askQuietly) { $0.perform(QuietQuestion(count: $0.state.count)) },
        .on(CounterScreen.askToFail) { $0.perform(FailingQuestion()) },
        .on(CounterScreen.askPersistently) { $0.perform(PersistentQuestion()) },
        .on(CounterScreen.askToRead) { $0.perform(ReadQuestion()) },
        .on(CounterScreen.askLater) { $0.perform(QuietQuestion(count: $0.state.count), after: .seconds(60)) },
        .on(CounterScreen.forget) { $0.cancel(QuietQuestion.self) },
        .on(CounterScreen.askSecretly) { $0.perform(SecretQuestion(secret: Secret("hush"))) },
        .on(CounterScreen.startTimer) { $0.startTimer("tick", after: .seconds(60)) },
        .on(CounterScreen.startAskingTimer) { $0.startTimer("ask", after: .seconds(60)) },
        .on(CounterScreen.spoil) { $0.state.secret = Secret("hush") },
        .on(CounterScreen.reject) { _ in throw Rejection("no", "No.") },
        .on(CounterScreen.end) { $0.finish() },
        .on(Question.self) { $0.raise(by: $1) },
        .on(QuietQuestion.self) { $0.raise(by: $1) },
        .on(FailingQuestion.self) { _, _ in throw Rejection("no", "No.") },
        .on(PersistentQuestion.self) { $0.raise(by: $1) },
        .on(ReadQuestion.self) { $0.raise(by: $1) },
        .on(SecretQuestion.self) { $0.raise(by: $1) },
        .on(timer: "tick") { $0.raise(by: 100) },
        .on(timer: "ask") { $0.perform(QuietQuestion(count: $0.state.count)) },
    ]

    private func raise(by number: Int) {
        state.count += number
        update { (screen: inout CounterScreen) in screen.count = state.count }
    }
}

extension NavigationState {
    /// The count on the counter's screen, or `nil` for another application.
    public var count: Int? { screens.compactMap { ($0.screen as? CounterScreen)?.count }.first }
}
