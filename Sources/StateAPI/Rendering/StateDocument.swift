import Coordination
import HTTPCore
import JSON
import Sessions

/// The state of a session as clients see it: one document with everything needed to draw the app.
///
/// The text of a screen is made only when the screen changes; the document is assembled from cached texts.
///
/// It is a class because several closures refer to it.
final class StateDocument {
    let view: SessionView
    /// The session's secret, for the only response that contains it; otherwise `nil`.
    private let token: String?
    private let cache: DocumentCache

    init(_ view: SessionView, _ cache: DocumentCache, token: String? = nil) {
        self.view = view
        self.cache = cache
        self.token = token
    }

    /// The bytes of the document.
    var json: [UInt8] { content.bytes }

    /// The bytes of the document, and whether they have a credential or the text of a sealed text; one with a credential is never
    /// cached.
    var content: (bytes: [UInt8], hasSecret: Bool) {
        cache.document(
            of: view.session.number,
            generation: view.record.generation,
            revision: view.record.revision,
            isSecret: token != nil
        ) { texts, capacity in
            view.withCrashAttribution { write(&texts, capacity) }
        }
    }

    private static let concealedScreens = InternedScreens()

    /// The document with bullets in place of every sealed text, made without the cache, for the history.
    var concealed: JSONValue {
        var texts = RenderedScreens(sharing: Self.concealedScreens)
        let bytes = view.withCrashAttribution { write(&texts, 4_096, isConcealed: true).bytes }
        return (try? JSONValue(parsing: bytes, limits: .stored)) ?? .null
    }

    private func write(
        _ texts: inout RenderedScreens,
        _ capacity: Int,
        isConcealed: Bool = false
    ) -> RenderedDocument {
        // The history is compared with later replays, so it is in the source language, with values as programs write them.
        if isConcealed, let catalog = view.application.catalog {
            let plain = Localization(catalog.sourceLanguage, catalog: catalog, format: PlainTextFormat())
            return plain.draw { draw(&texts, capacity, in: plain, isConcealed: true) }
        }
        guard !isConcealed, let localization = view.localization else {
            return draw(&texts, capacity, isConcealed: isConcealed)
        }
        return localization.draw { draw(&texts, capacity, in: localization) }
    }

    private func draw(
        _ texts: inout RenderedScreens,
        _ capacity: Int,
        in localization: Localization? = nil,
        isConcealed: Bool = false
    ) -> RenderedDocument {
        let record = view.record
        let state = record.state
        for (key, version) in state.screenVersions {
            texts.add(key, version: version) {
                state.screens[key].map { node in
                    view.application.drawingLinks(of: node.screen) {
                        if isConcealed { return ScreenDocument(concealing: node, for: record.client).text }
                        let props = view.encoded?.props(of: key, version: version)
                        return ScreenDocument(node, for: record.client, props: props, sealingKey: cache.sealingKey).text
                    }
                }
            }
        }
        var writer = JSONWriter(capacity: capacity)
        writer.beginObject()
        writer.member("id", record.id.description)
        writer.member("app", record.application)
        writer.member("appTitle", view.application.title)
        if let localization {
            writer.member("language", localization.language)
            if localization.isRightToLeft { writer.member("direction", "rtl") }
        }
        var members = RenderedMembers()
        members.write(.revision, to: &writer) { $0.integer(Int64(clamping: record.revision)) }
        writeStatus(to: &writer, &members)
        members.write(.expiresAt, to: &writer, value: record.expiresAt.write)
        if let token { writer.member("token", token) }
        members.write(.stack, to: &writer) { writer in
            writer.array(state.stack) { key, writer in key.write(to: &writer) }
        }
        let focus = state.focus
        members.write(.focus, to: &writer) { writer in
            if let focus { focus.key.write(to: &writer) } else { writer.null() }
        }
        members.write(.link, view.application.link(to: state), to: &writer)
        members.write(.navigation, to: &writer) { ContainerDocument.write(state.navigation, texts, to: &$0) }
        members.write(.modals, to: &writer) { writer in
            writer.array(state.modals) { modal, writer in ContainerDocument.write(modal, texts, to: &writer) }
        }
        writer.key("screens")
        var outputs: RenderedDocument.Outputs?
        writer.beginObject()
        let hidden = state.suspendedScreens
        let reporting = state.isEnded || state.blocking != nil ? nil : focus
        texts.forEach { key, text in
            guard hidden.isEmpty || !hidden.contains(key) else { return }
            ScreenDocument.write(key, text, to: &writer) { writer in
                guard let reporting, key == reporting.key else { return }
                let start = writer.count
                ScreenDocument.writeOutputs(of: reporting, view, to: &writer)
                outputs = RenderedDocument.Outputs(screen: key, place: start..<writer.count)
            }
        }
        writer.endObject()
        members.write(.gestures, to: &writer) { writer in
            writer.object { if !state.isEnded { writeGestures(of: state, to: &$0) } }
        }
        writer.endObject()
        return RenderedDocument(bytes: writer.finish(), members: members, outputs: outputs, hidden: hidden)
    }

    private func writeGestures(of state: NavigationState, to writer: inout JSONWriter) {
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

    private func writeStatus(to writer: inout JSONWriter, _ members: inout RenderedMembers) {
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

extension SessionView {
    /// The revision as a strong entity tag (RFC 9110 section 8.8.3).
    var entityTag: EntityTag { EntityTag(String(record.revision)) }
}

extension JSONWriter {
    /// Begins a string with the path of a session.
    mutating func beginPath(of session: SessionID) {
        beginString()
        piece("/v1/sessions/")
        piece(session.description)
    }

    mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        string(text)
    }

    mutating func member(_ key: StaticString, _ name: Key) {
        self.key(key)
        name.write(to: &self)
    }
}
