/// A mistake of an application that an exploration has found.
///
/// ```swift
/// let findings = Explorer(application).explore().findings
/// #expect(!findings.contains { $0.kind == .deadEnd })
/// ```
public struct Finding: Equatable, Sendable {
    /// The kinds of mistakes, with raw values that are stable.
    public enum Kind: String, CaseIterable, Sendable {
        /// A step is a bug of the application.
        case bug = "bug"
        /// A screen never comes into focus.
        case unreachedScreen = "unreached-screen"
        /// The user can go nowhere from a screen, and nothing is pending.
        case deadEnd = "dead-end"
        /// No report of an output has changed anything.
        case outputWithoutEffect = "output-without-effect"
        /// The results of effects lead to the same effects again, without a user or a timer in between.
        case endlessEffects = "endless-effects"
        /// A state differs after it is written and read.
        case unstableSnapshot = "unstable-snapshot"
        /// A coordinator object outlives its step, or a flow is in the tree without a screen.
        case leak = "leak"
        /// A sample payload, or one that is fixed in a view, is rejected by the output's schema or type.
        case rejectedSample = "rejected-sample"
        /// A sample link leads nowhere from everywhere, although it belongs to the application.
        case deadLink = "dead-link"
        /// The link of a place or of a report leads to another screen.
        case wrongLink = "wrong-link"
        /// A link leads users to a screen, and is forgotten when a guest opens it.
        case lostLink = "lost-link"
        /// A link shows a guest what only users reach without it.
        case unguardedLink = "unguarded-link"
        /// A secret that an output reports is stored or sent as plain text.
        case plainSecret = "plain-secret"
        /// A step has another result when it is repeated from the same state.
        case unrepeatableStep = "unrepeatable-step"
        /// A view reports what its screen does not declare, or has a form that does not fit its payload.
        case view = "view"
        /// A kind of effect has no sample results, so only its failure is explored.
        case noSampleResult = "no-sample-result"
        /// Data of a user who has signed out is still in the state.
        case leftBehind = "left-behind"
        /// A state has more bytes than the limit.
        case largeState = "large-state"
        /// A text is neither in the application's catalog nor from data.
        case untranslated = "untranslated"
        /// A text of the catalog has no translation into one of its languages.
        case missingTranslation = "missing-translation"

        /// A sentence about all findings of the kind.
        public var summary: String {
            switch self {
            case .bug: "A step fails with a bug of the application."
            case .unreachedScreen: "A screen is never reached."
            case .deadEnd: "The user can't leave a screen."
            case .outputWithoutEffect: "An output changes nothing, wherever it is reported."
            case .endlessEffects: "Effects lead to each other without end."
            case .unstableSnapshot: "A state differs after it is written and read."
            case .leak: "An object outlives its step, or a flow stays in the tree."
            case .rejectedSample: "A payload is rejected by its own schema."
            case .deadLink: "A link leads nowhere."
            case .wrongLink: "A link leads to another screen."
            case .lostLink: "A link is forgotten when a guest opens it."
            case .unguardedLink: "A link shows a guest what only users reach otherwise."
            case .plainSecret: "A secret is stored or sent as plain text."
            case .unrepeatableStep: "A step has another result when it is repeated."
            case .view: "A view reports what does not exist."
            case .noSampleResult: "An effect has no sample results."
            case .leftBehind: "Data of a user is left for the next one."
            case .largeState: "A state is large."
            case .untranslated: "A text is not in the catalog."
            case .missingTranslation: "A text of the catalog lacks a language."
            }
        }
    }

    /// The kind of mistake.
    public let kind: Kind
    /// The screen, output, effect or link that it is about, which identifies the finding together with the kind.
    public let subject: String
    /// The mistake in a sentence.
    public let message: String
    /// A short path from the start to the mistake, as statements of a test that compile, or none for a mistake without a path.
    public let path: [String]
}
