public import Coordination
import JSON

/// Opens a text that an effect has sealed, or returns `nil` for one that it can't open.
public typealias SealedTextOpening = @Sendable (SealedText) -> String?

/// Returns the language and the rules in which a client gets its documents, or `nil` for an application in one language.
public typealias Localizing = @Sendable (Application, ClientInfo) -> Localization?

/// Draws the states of sessions as documents.
///
/// The text of a screen is made only when the screen has changed since the last document.
///
/// ```swift
/// let first = renderer.document(of: source)
/// let next = renderer.document(of: later, after: first)
/// ```
package struct StateRenderer: Sendable {
    private let opening: SealedTextOpening?
    private let localize: Localizing
    /// The texts of the outputs that the applications declare.
    private let outputs: [ObjectIdentifier: RenderedOutput]

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - applications: The applications to which the states belong.
    ///   - open: Opens the sealed texts of documents, or `nil` if there are none.
    ///   - localize: Returns the language and the rules in which a client gets its documents.
    package init(
        of applications: [Application],
        opening open: SealedTextOpening? = nil,
        localizedBy localize: @escaping Localizing
    ) {
        opening = open
        self.localize = localize
        var outputs: [ObjectIdentifier: RenderedOutput] = [:]
        for application in applications {
            for output in application.screens.flatMap(application.declaredOutputs) {
                outputs[ObjectIdentifier(output)] = RenderedOutput(output)
            }
        }
        self.outputs = outputs
    }

    /// Returns the language and the rules in which a client gets its documents, or `nil` for an application in one language.
    package func localization(of application: Application, for client: ClientInfo) -> Localization? {
        localize(application, client)
    }

    /// Returns a sealed text for the client to whom it belongs, or `nil` for one that can't be opened.
    package func open(_ text: SealedText) -> String? { opening?(text) }

    /// Draws a document.
    ///
    /// - Parameters:
    ///   - source: The state and the session that it belongs to.
    ///   - last: A document of an earlier state of the session, or `nil` if there is none. Everything that has not changed is
    ///     taken from it.
    /// - Returns: The document, with the patches from earlier ones if clients have asked for patches.
    package func document(of source: DocumentSource, after last: StateDocument? = nil) -> StateDocument {
        guard let localization = localize(source.application, source.client) else {
            return draw(source, after: last, in: nil)
        }
        return localization.draw { draw(source, after: last, in: localization) }
    }

    /// Returns the document with bullets in place of every sealed text, for the history.
    ///
    /// It is compared with later replays, so it is in the source language, with values as programs write them.
    package func concealed(_ source: DocumentSource) -> JSONValue {
        let json =
            if let plain = source.application.plainLocalization {
                plain.draw { draw(source, after: nil, in: plain, isConcealed: true).json }
            } else {
                draw(source, after: nil, in: nil, isConcealed: true).json
            }
        return (try? JSONValue(parsing: json, limits: .stored)) ?? .null
    }

    private func draw(
        _ source: DocumentSource,
        after last: StateDocument?,
        in localization: Localization?,
        isConcealed: Bool = false
    ) -> StateDocument {
        let state = source.state
        let screens = RenderedScreens(of: state.screenVersions, after: last?.screens) { key, version in
            state.screens[key].map { node in
                source.application.drawingLinks(of: node.screen) {
                    if isConcealed { return ScreenDocument(concealing: node, for: source.client).text }
                    let props = source.encoded?.props(of: key, version: version)
                    return ScreenDocument(node, for: source.client, props: props, opening: opening).text
                }
            }
        }
        return StateDocument(
            generation: source.generation,
            revision: source.revision,
            language: localization?.language,
            frame: frame(of: source, screens, in: localization, after: last?.frame),
            screens: screens,
            hidden: state.suspendedScreens,
            outputs: outputs(of: source),
            after: last
        )
    }

    private func outputs(of source: DocumentSource) -> StateDocument.Outputs? {
        let state = source.state
        guard !state.isEnded, let focus = state.focus else { return nil }
        let isBusy = state.blocking != nil
        // A screen that waits has no list, unless it may report something nevertheless.
        if isBusy, source.application.reportableOutputs(in: state).isEmpty { return nil }
        var writer = JSONWriter(capacity: 512)
        let disabled = focus.screen.disabledOutputs
        for output in source.application.declaredOutputs(of: type(of: focus.screen)) {
            guard !disabled.contains(where: { $0.name == output.name }),
                !isBusy || source.application.isUsableWhileBusy(output.name, of: focus, in: state)
            else { continue }
            let text = outputs[ObjectIdentifier(output)] ?? RenderedOutput(output)
            text.write(of: focus.key, in: source.session, to: &writer)
        }
        return StateDocument.Outputs(screen: focus.key, json: writer.finish())
    }

    private func frame(
        of source: DocumentSource,
        _ screens: RenderedScreens,
        in localization: Localization?,
        after last: StateDocument.Frame?
    ) -> StateDocument.Frame {
        let state = source.state
        var writer = JSONWriter(capacity: last.map { $0.json.count + 64 } ?? 1_024)
        if let last {
            writer.rawRest(last.json[..<last.openingCount])
        } else {
            writeOpening(of: source, in: localization, to: &writer)
        }
        let openingCount = writer.count
        var members = RenderedMembers()
        var containers = ContainerDocument(screens, after: last?.labels)
        members.write(.revision, to: &writer) { $0.integer(Int64(clamping: source.revision)) }
        writeStatus(of: source, to: &writer, &members)
        members.write(.expiresAt, to: &writer, value: source.expiresAt.write)
        let tokenPlace = writer.count
        members.write(.stack, to: &writer) { writer in
            writer.array(state.stack) { key, writer in key.write(to: &writer) }
        }
        members.write(.focus, to: &writer) { writer in
            if let focus = state.focus { focus.key.write(to: &writer) } else { writer.null() }
        }
        members.write(.link, source.application.link(to: state), to: &writer)
        members.write(.navigation, to: &writer) { containers.write(state.navigation, to: &$0) }
        members.write(.modals, to: &writer) { writer in
            writer.array(state.modals) { modal, writer in containers.write(modal, to: &writer) }
        }
        writer.key("screens")
        writer.beginObject()
        let screensPlace = writer.count
        writer.endObject()
        members.write(.gestures, to: &writer) { writer in
            writer.object { if !state.isEnded { writeGestures(of: source, to: &$0) } }
        }
        writer.endObject()
        return StateDocument.Frame(
            json: writer.finish(),
            members: members,
            openingCount: openingCount,
            labels: containers.labels,
            tokenPlace: tokenPlace,
            screensPlace: screensPlace
        )
    }

    /// Writes the members that never change in the life of a session.
    private func writeOpening(of source: DocumentSource, in localization: Localization?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", source.session)
        writer.member("app", source.application.name)
        writer.member("appTitle", source.application.title)
        guard let localization else { return }
        writer.member("language", localization.language)
        if localization.isRightToLeft { writer.member("direction", "rtl") }
    }

    private func writeGestures(of source: DocumentSource, to writer: inout JSONWriter) {
        let state = source.state
        if state.canGoBack {
            writer.key("back")
            writer.beginPath(of: source.session)
            writer.piece("/back")
            writer.endString()
        }
        if state.canLeave {
            writer.key("leave")
            writer.beginPath(of: source.session)
            writer.piece("/back")
            writer.endString()
        }
        if state.canDismiss {
            writer.key("dismiss")
            writer.beginPath(of: source.session)
            writer.piece("/dismiss")
            writer.endString()
        }
        writeQuestion(of: state, to: &writer)
    }

    /// Writes the question before a gesture discards what the user has entered.
    private func writeQuestion(of state: NavigationState, to writer: inout JSONWriter) {
        let (back, leave, dismiss) = (state.backQuestion, state.leaveQuestion, state.dismissQuestion)
        guard let question = back ?? leave ?? dismiss else { return }
        writer.key("confirm")
        writer.beginObject()
        writer.member("title", question.title.description)
        if let text = question.text { writer.member("text", text.description) }
        writer.key("gestures")
        writer.beginArray()
        if back != nil { writer.string("back") }
        if leave != nil { writer.string("leave") }
        if dismiss != nil { writer.string("dismiss") }
        writer.endArray()
        writer.endObject()
    }

    private func writeStatus(of source: DocumentSource, to writer: inout JSONWriter, _ members: inout RenderedMembers) {
        let state = source.state
        if state.isEnded {
            members.write(.status, "ended", to: &writer)
            if let result = state.result { members.write(.result, to: &writer) { $0.value(result) } }
            return
        }
        guard let effect = state.busy else { return members.write(.status, "active", to: &writer) }
        members.write(.status, "busy", to: &writer)
        members.write(.busy, to: &writer) { writer in
            writer.object {
                $0.member("effect", effect.name)
                $0.member("since", effect.since)
            }
        }
    }
}

extension Application {
    /// The source language of the application with values as programs write them, or `nil` for an application in one language.
    package var plainLocalization: Localization? {
        catalog.map { Localization($0.sourceLanguage, catalog: $0, format: PlainTextFormat()) }
    }

    /// Returns the language of the application that fits a client best, with values as programs write them.
    ///
    /// The option `Languages` writes numbers, prices and times by the rules of the client's language and region instead.
    ///
    /// - Parameter client: The client, with its locale.
    /// - Returns: The translations in this language, or `nil` for an application in one language.
    public func plainLocalization(for client: ClientInfo) -> Localization? {
        guard let catalog else { return nil }
        let language = client.locale.flatMap(languages.language) ?? catalog.sourceLanguage
        return Localization(language, catalog: catalog, format: PlainTextFormat())
    }
}
