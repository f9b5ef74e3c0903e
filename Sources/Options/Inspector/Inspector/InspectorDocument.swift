import Coordination
import Documents
import JSON
import Sessions
import StateAPI

/// The documents that operators get about sessions in memory, without any secret.
struct InspectorDocument {
    let api: StateAPI

    /// Returns a page of sessions.
    func list(_ page: InspectorQuery.Page, of survey: SessionSurvey) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + page.sessions.count * 384)
        writer.beginObject()
        writer.member("live", survey.sessions.count)
        writer.member("matches", page.matchCount)
        writer.member("sessions", array: page.sessions) { session, writer in
            writer.object { write(session, to: &$0) }
        }
        writer.member("next", page.next?.description)
        writer.endObject()
        return writer.finish()
    }

    /// Returns a session with its coordinators, its containers, its waiting effects and its clients.
    func detail(of session: Session) -> [UInt8] {
        let view = session.view
        let state = view.record.state
        var writer = JSONWriter(capacity: 4_096)
        writer.beginObject()
        writer.member("session", object: { write(session.summary, to: &$0) })
        writer.member("expiresAt", view.record.expiresAt)
        writer.member("client", object: { view.record.client.writeMembers(to: &$0) })
        state.place?.write(to: &writer)
        writer.member("coordinators", array: Array(state.coordinators)) { node, writer in
            writer.object { writer in
                writer.member("key", node.key)
                writer.member("name", node.name)
                writer.member("parent", node.parent)
                writer.member("containerKey", node.container)
                let screens = state.screenVersions.map(\.key).filter { state.screens[$0]?.owner == node.key }
                writer.member("screens", array: screens) { $0.write(to: &$1) }
            }
        }
        writer.member("suspended", array: state.suspendedScreens.sorted()) { $0.write(to: &$1) }
        writer.member("pending", array: state.pending) { effect, writer in
            writer.object { Self.write(effect, to: &$0) }
        }
        writer.member(
            "connected",
            object: { writer in
                let streams = api.streams.count(of: session.id)
                writer.member("streams", streams)
                // Each stream is a waiter, too.
                writer.member("waits", max(0, session.waiterCount - streams))
                writer.member("devices", array: view.devices) { device, writer in
                    writer.object { writer in
                        writer.member("id", device.id)
                        writer.member("platform", device.platform?.withVisibleEscapes)
                        writer.member("createdAt", device.createdAt)
                        writer.member("lastUsedAt", device.usedAt)
                    }
                }
            }
        )
        writer.key("state")
        writer.value(api.renderer.concealed(view))
        writer.endObject()
        return writer.finish()
    }

    private func write(_ session: SessionSummary, to writer: inout JSONWriter) {
        writer.member("id", session.id.description)
        writer.member("app", session.application)
        writer.member("screen", session.screen)
        writer.member("flow", session.flow)
        writer.member("revision", Int64(clamping: session.revision))
        writer.member("status", session.isEnded ? "ended" : session.busyEffect == nil ? "active" : "busy")
        writer.member("effect", session.busyEffect)
        writer.member("account", session.account?.withVisibleEscapes)
        writer.member("pending", session.pendingCount)
        writer.member("waiters", session.waiterCount)
        writer.member("createdAt", session.createdAt)
        writer.member("lastUsedAt", session.lastUsedAt)
    }

    private static func write(_ effect: PendingEffect, to writer: inout JSONWriter) {
        writer.member("key", effect.key)
        writer.member("name", effect.name)
        writer.member("type", effect.isTimer ? "timer" : "effect")
        writer.member("coordinator", effect.coordinator)
        writer.member("since", effect.since)
        writer.member("due", effect.due)
        writer.member("failures", effect.failures)
        writer.flag("blocks", effect.blocksScreen)
        writer.flag("lost", effect.isLost)
        writer.flag("abandoned", effect.isAbandoned)
    }
}
