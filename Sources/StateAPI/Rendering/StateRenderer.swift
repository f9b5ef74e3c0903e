import Coordination
import JSON
import Sessions

/// Draws the states of sessions as documents.
///
/// A session keeps its last document. The text of a screen is made only when the screen has changed since.
struct StateRenderer: DocumentDrawing {
    private let sealingKey: SealingKey?
    /// The texts of the outputs that the applications declare.
    private let outputs: [ObjectIdentifier: RenderedOutput]

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - applications: The applications of the sessions.
    ///   - sealingKey: The key that opens the sealed texts of documents; `nil` if there are none.
    init(of applications: [Application], sealingKey: SealingKey? = nil) {
        self.sealingKey = sealingKey
        var outputs: [ObjectIdentifier: RenderedOutput] = [:]
        for application in applications {
            for output in application.screens.flatMap(application.declaredOutputs) {
                outputs[ObjectIdentifier(output)] = RenderedOutput(output)
            }
        }
        self.outputs = outputs
    }

    func document(of view: SessionView) -> any DrawnDocument { drawn(view) }

    /// Returns the document of a session at a commit, and draws it if the session does not have it.
    func drawn(_ view: SessionView) -> StateDocument {
        let last = view.session.document as? StateDocument
        if let last, last.generation == view.record.generation { return last }
        // A later document is no help, because its patches lead elsewhere.
        let known = last.flatMap { $0.generation < view.record.generation ? $0 : nil }
        let document = draw(view, after: known)
        view.session.keep(document)
        return document
    }

    /// Draws a document; what has not changed since the last one is taken from there.
    func draw(_ view: SessionView, after last: StateDocument? = nil) -> StateDocument {
        view.withCrashAttribution {
            guard let localization = view.localization else { return draw(view, after: last, in: nil) }
            return localization.draw { draw(view, after: last, in: localization) }
        }
    }

    /// Returns the document with bullets in place of every sealed text, for the history.
    ///
    /// It is compared with later replays, so it is in the source language, with values as programs write them.
    func concealed(_ view: SessionView) -> JSONValue {
        let json = view.withCrashAttribution {
            guard let catalog = view.application.catalog else {
                return draw(view, after: nil, in: nil, isConcealed: true).json
            }
            let plain = Localization(catalog.sourceLanguage, catalog: catalog, format: PlainTextFormat())
            return plain.draw { draw(view, after: nil, in: plain, isConcealed: true).json }
        }
        return (try? JSONValue(parsing: json, limits: .stored)) ?? .null
    }

    private func draw(
        _ view: SessionView,
        after last: StateDocument?,
        in localization: Localization?,
        isConcealed: Bool = false
    ) -> StateDocument {
        let state = view.record.state
        let screens = RenderedScreens(of: state.screenVersions, after: last?.screens) { key, version in
            state.screens[key].map { node in
                view.application.drawingLinks(of: node.screen) {
                    if isConcealed { return ScreenDocument(concealing: node, for: view.record.client).text }
                    let props = view.encoded?.props(of: key, version: version)
                    return ScreenDocument(node, for: view.record.client, props: props, sealingKey: sealingKey).text
                }
            }
        }
        return StateDocument(
            generation: view.record.generation,
            revision: view.record.revision,
            frame: frame(of: view, screens, in: localization, after: last?.frame),
            screens: screens,
            hidden: state.suspendedScreens,
            outputs: outputs(of: view),
            after: last
        )
    }

    private func outputs(of view: SessionView) -> StateDocument.Outputs? {
        let state = view.record.state
        guard !state.isEnded, state.blocking == nil, let focus = state.focus else { return nil }
        var writer = JSONWriter(capacity: 512)
        let disabled = focus.screen.disabledOutputs
        for output in view.application.declaredOutputs(of: type(of: focus.screen)) {
            guard !disabled.contains(where: { $0.name == output.name }) else { continue }
            let text = outputs[ObjectIdentifier(output)] ?? RenderedOutput(output)
            text.write(of: focus.key, in: view.record.id, to: &writer)
        }
        return StateDocument.Outputs(screen: focus.key, json: writer.finish())
    }

    private func frame(
        of view: SessionView,
        _ screens: RenderedScreens,
        in localization: Localization?,
        after last: StateDocument.Frame?
    ) -> StateDocument.Frame {
        let record = view.record
        let state = record.state
        var writer = JSONWriter(capacity: last.map { $0.json.count + 64 } ?? 1_024)
        if let last {
            writer.rawRest(last.json[..<last.openingCount])
        } else {
            writeOpening(of: view, in: localization, to: &writer)
        }
        let openingCount = writer.count
        var members = RenderedMembers()
        var containers = ContainerDocument(screens, after: last?.labels)
        members.write(.revision, to: &writer) { $0.integer(Int64(clamping: record.revision)) }
        writeStatus(of: view, to: &writer, &members)
        members.write(.expiresAt, to: &writer, value: record.expiresAt.write)
        let tokenPlace = writer.count
        members.write(.stack, to: &writer) { writer in
            writer.array(state.stack) { key, writer in key.write(to: &writer) }
        }
        members.write(.focus, to: &writer) { writer in
            if let focus = state.focus { focus.key.write(to: &writer) } else { writer.null() }
        }
        members.write(.link, view.application.link(to: state), to: &writer)
        members.write(.navigation, to: &writer) { containers.write(state.navigation, to: &$0) }
        members.write(.modals, to: &writer) { writer in
            writer.array(state.modals) { modal, writer in containers.write(modal, to: &writer) }
        }
        writer.key("screens")
        writer.beginObject()
        let screensPlace = writer.count
        writer.endObject()
        members.write(.gestures, to: &writer) { writer in
            writer.object { if !state.isEnded { writeGestures(of: view, to: &$0) } }
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
    private func writeOpening(of view: SessionView, in localization: Localization?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", view.record.id.description)
        writer.member("app", view.record.application)
        writer.member("appTitle", view.application.title)
        guard let localization else { return }
        writer.member("language", localization.language)
        if localization.isRightToLeft { writer.member("direction", "rtl") }
    }

    private func writeGestures(of view: SessionView, to writer: inout JSONWriter) {
        let state = view.record.state
        if state.canGoBack {
            writer.key("back")
            writer.beginPath(of: view.record.id)
            writer.piece("/back")
            writer.endString()
        }
        if state.canDismiss {
            writer.key("dismiss")
            writer.beginPath(of: view.record.id)
            writer.piece("/dismiss")
            writer.endString()
        }
        writeQuestion(of: state, to: &writer)
    }

    /// Writes the question before a gesture discards what the user has entered.
    private func writeQuestion(of state: NavigationState, to writer: inout JSONWriter) {
        let (back, dismiss) = (state.backQuestion, state.dismissQuestion)
        guard let question = back ?? dismiss else { return }
        writer.key("confirm")
        writer.beginObject()
        writer.member("title", question.title.description)
        if let text = question.text { writer.member("text", text.description) }
        writer.key("gestures")
        writer.beginArray()
        if back != nil { writer.string("back") }
        if dismiss != nil { writer.string("dismiss") }
        writer.endArray()
        writer.endObject()
    }

    private func writeStatus(of view: SessionView, to writer: inout JSONWriter, _ members: inout RenderedMembers) {
        switch view.status {
        case .active:
            members.write(.status, "active", to: &writer)
        case .ended:
            members.write(.status, "ended", to: &writer)
        case .busy(let effect):
            members.write(.status, "busy", to: &writer)
            members.write(.busy, to: &writer) { writer in
                writer.object {
                    $0.member("effect", effect.name)
                    $0.member("since", effect.since)
                }
            }
        }
    }
}
