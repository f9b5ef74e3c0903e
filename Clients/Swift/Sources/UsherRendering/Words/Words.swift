/// The client's own texts, such as the notice that the connection is lost.
///
/// Every other text comes with the state. The library has them in English, German and Japanese, which are
/// the languages of the web client, too. An app changes what it says otherwise:
///
/// ```swift
/// var words = Words.english
/// words.endedText = "See you soon."
/// ```
public struct Words: Sendable {
    /// The name of the button that goes back.
    public var back: String
    /// The name of the button that closes a modal or a notice.
    public var close: String
    /// The name of something that is on its way.
    public var loading: String
    /// The note at a field that may stay empty.
    public var optional: String
    /// The name of the switch that shows a secret.
    public var showCharacters: String
    /// The name of the switch that shows a password.
    public var showPassword: String
    /// The state of an option that is chosen.
    public var selected: String
    /// The value of a property that is so.
    public var yes: String
    /// The value of a property that is not so.
    public var no: String
    /// The value of a property that has none.
    public var none: String
    /// The words in a choice without a value.
    public var choose: String
    /// The name of a field for a search.
    public var search: String
    /// The name of the button that decreases a number.
    public var decrease: String
    /// The name of the button that increases a number.
    public var increase: String
    /// The name of a map.
    public var map: String
    /// The name of the button that asks for further rows.
    public var moreRows: String
    /// The notice that rows did not come.
    public var rowsFailed: String
    /// The name of the button that lets something go on.
    public var play: String
    /// The name of the button that pauses something.
    public var pause: String
    /// The note at a code that is sent with its last digit.
    public var sentAtOnce: String
    /// The name of the button of a form without words of its own.
    public var send: String
    /// The notice in place of an element that this version does not know.
    public var unknownElement: String
    /// The state of a step that is behind.
    public var stepDone: String
    /// The state of a step in progress.
    public var stepCurrent: String
    /// The state of a step to come.
    public var stepUpcoming: String
    /// The error at an empty field.
    public var fieldMissing: String
    /// The error at a field with a value of another form.
    public var fieldInvalid: String
    /// The notice that a request was lost a moment ago.
    public var reconnecting: String
    /// The notice that the server can’t be reached.
    public var unreachable: String
    /// The announcement that the connection is back.
    public var connected: String
    /// The title of the page without a state and a network.
    public var offline: String
    /// The text of the page without a state and a network.
    public var offlineText: String
    /// The name of the button for another try.
    public var tryAgain: String
    /// The notice after a tap that came too late.
    public var movedOn: String
    /// The notice after a tap that needs the server at once.
    public var needsConnection: String
    /// The title of the page after a session has expired.
    public var sessionExpired: String
    /// The title of the page for a session that can’t be restored.
    public var sessionUnreadable: String
    /// The text of the page for an expired session that can go on.
    public var sessionKept: String
    /// The name of the button that continues an expired session.
    public var goOn: String
    /// The text of the page for an expired session that starts again.
    public var sessionLost: String
    /// The title of the page on a device without access.
    public var accessEnded: String
    /// The text of the page on a device without access.
    public var accessEndedText: String
    /// The question before text that was not sent is lost.
    public var discardTitle: String
    /// The explanation of this question.
    public var discardText: String
    /// The name of the button that discards.
    public var discard: String
    /// The name of the button that keeps what was typed.
    public var keepEditing: String
    /// The title of the page after the last flow.
    public var ended: String
    /// The text of the page after the last flow.
    public var endedText: String
    /// The name of the button that starts a session.
    public var startAgain: String
    /// The title of the page without a session.
    public var cannotStart: String
    /// The text of the page after the storage of the device has failed.
    public var storageFailed: String
    /// The text of the page after a response of something else than the server.
    public var noState: String
    /// The number of characters that a field has room for.
    public var charactersLeft: @Sendable (Int) -> String
    /// The number of characters that are too many.
    public var charactersOver: @Sendable (Int) -> String
    /// The error at a text that is too short, with the fewest characters.
    public var fieldTooShort: @Sendable (Int) -> String
    /// The error at a number that is too small, with the least one.
    public var fieldTooSmall: @Sendable (String) -> String
    /// The error at a number that is too great, with the greatest one.
    public var fieldTooGreat: @Sendable (String) -> String
    /// The number of rows that a search has found.
    public var results: @Sendable (Int) -> String
    /// The notice that a tap was refused, with the reason if there is one.
    public var failed: @Sendable (String?) -> String

    /// The words of a language, or in English if the library has none.
    ///
    /// - Parameter language: A tag of BCP 47.
    /// - Returns: The words.
    public static func words(in language: String) -> Words {
        switch language.lowercased().split(separator: "-").first {
        case "de"?: german
        case "ja"?: japanese
        default: english
        }
    }
}
