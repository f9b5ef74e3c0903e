import Coordination
package import Documents
import HTTPCore
import JSON
package import Sessions

extension StateDocument: DrawnDocument {}

extension StateRenderer: DocumentDrawing {
    /// Draws the document of a session at a commit, unless the session has it.
    package func document(of view: SessionView) -> any DrawnDocument { drawn(view) }

    /// Returns the document of a session at a commit, and draws it if the session does not have it.
    func drawn(_ view: SessionView) -> StateDocument {
        let last = view.session.document as? StateDocument
        if let last, last.generation == view.record.generation { return last }
        // A later document is no help, because its patches lead elsewhere.
        let known = last.flatMap { $0.generation < view.record.generation ? $0 : nil }
        let document = view.withCrashAttribution { self.document(of: view.source, after: known) }
        view.session.keep(document)
        return document
    }

    /// Returns the last document of the session, which shows the commit or a later one.
    ///
    /// The session may go on while a response is made. The patches of its next document lead to the commit, too, and those of a
    /// document that is drawn once more for the commit are lost.
    func latest(since view: SessionView) -> StateDocument {
        if let last = view.session.document as? StateDocument, last.generation > view.record.generation { return last }
        return drawn(view)
    }

    /// Returns the document with bullets in place of every sealed text, for the history.
    func concealed(_ view: SessionView) -> JSONValue { view.withCrashAttribution { concealed(view.source) } }
}

extension SessionView {
    /// The state at this commit with the values that its document needs.
    fileprivate var source: DocumentSource {
        DocumentSource(
            application: application,
            session: record.id.description,
            generation: record.generation,
            revision: record.revision,
            state: record.state,
            expiresAt: record.expiresAt,
            client: record.client,
            encoded: encoded
        )
    }

    /// The revision as a strong entity tag (RFC 9110 section 8.8.3).
    var entityTag: EntityTag { EntityTag(String(record.revision)) }
}
