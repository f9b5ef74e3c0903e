package import JSON

extension Event {
    /// The largest payload that a record contains, in bytes.
    private static let recordedBytes = 32_768

    /// Writes the event as an object without secrets, for the history of its session.
    ///
    /// The members are `type`, `screen`, `name` and `payload`, which the state API describes. Secret members of a payload and
    /// sealed texts of a result are bullets. A payload that is left out although there is one is marked by `withheld`.
    ///
    /// - Parameters:
    ///   - application: The application of the session.
    ///   - state: The state before the event.
    ///   - isPersonal: Whether the payload may belong to another user than the state after the event.
    ///   - writer: The writer, which gets the object as its next value.
    package func record(
        of application: Application,
        in state: NavigationState,
        isPersonal: Bool,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        switch self {
        case .output(let name, let screen, let payload), .agentOutput(let name, let screen, let payload, _):
            writer.member("type", "output")
            writer.member("screen", screen)
            writer.member("name", name)
            if case .agentOutput(_, _, _, let agent) = self { writer.member("agent", agent) }
            guard let payload else { break }
            if isPersonal {
                writer.member("withheld", true)
            } else {
                Self.write(payload, of: application.declaredOutput(name, of: state.screens[screen]), to: &writer)
            }
        case .violations(let error, let screen):
            writer.member("type", "violations")
            writer.member("screen", screen)
            // The sentences never contain a part of the payload.
            writer.key("payload")
            writer.array(error.violations) { violation, writer in
                writer.object { writer in
                    writer.member("pointer", violation.pointer)
                    writer.member("code", violation.code)
                    writer.member("detail", violation.detail.description)
                }
            }
        case .back(let key):
            writer.member("type", "back")
            writer.member("screen", state.focus?.key)
            if let key { writer.member("payload", object: { $0.member("to", key) }) }
        case .dismiss(let all):
            writer.member("type", "dismiss")
            writer.member("screen", state.focus?.key)
            if all { writer.member("payload", object: { $0.member("all", true) }) }
        case .tab(let key):
            writer.member("type", "tab")
            writer.member("screen", key)
        case .link(let url):
            writer.member("type", "link")
            if isPersonal {
                writer.member("withheld", true)
            } else {
                writer.member("payload", object: { $0.member("url", url) })
            }
        case .effect(let key, let outcome):
            Self.write(pending: key, "effect", in: state, isPersonal: isPersonal, to: &writer) { payload in
                switch outcome {
                case .value(let value):
                    let bytes = try? JSONCoding.encode(value, userInfo: SealedText.concealed)
                    guard let bytes, bytes.count <= Self.recordedBytes else { return false }
                    payload.key("value")
                    payload.raw(bytes)
                case .failure(let failure): payload.member("failure", "\(failure)")
                }
                return true
            }
        case .topic(let value):
            writer.member("type", "topic")
            writer.member("name", value.topic.name)
            let bytes = try? JSONCoding.encode(value.value, userInfo: SealedText.concealed)
            guard let bytes, bytes.count <= Self.recordedBytes, !isPersonal else {
                writer.member("withheld", true)
                break
            }
            writer.key("payload")
            writer.object { writer in
                writer.key("topic")
                writer.raw(Array(value.topic.key.utf8))
                writer.key("value")
                writer.raw(bytes)
            }
        case .progress(let key, let progress):
            Self.write(pending: key, "progress", in: state, isPersonal: isPersonal, to: &writer) { payload in
                payload.key("progress")
                payload.raw((try? JSONCoding.encode(progress)) ?? Array("{}".utf8))
                return true
            }
        case .timer(let key):
            Self.write(pending: key, "timer", in: state, isPersonal: isPersonal, to: &writer) { _ in true }
        case .discardPending(let key):
            let isTimer = state.pending.first { $0.key == key }?.isTimer ?? false
            Self.write(pending: key, isTimer ? "timer" : "effect", in: state, isPersonal: isPersonal, to: &writer) {
                $0.member("discarded", true)
                return true
            }
        }
        writer.endObject()
    }

    private static func write(_ payload: JSONValue, of output: DeclaredOutput?, to writer: inout JSONWriter) {
        let shown = output?.output.schema?.replacingSecrets(in: payload) { _ in .string(SealedText.bullets) }
        writer.key("payload")
        writer.value(shown ?? payload)
    }

    private static func write(
        pending key: Key,
        _ type: String,
        in state: NavigationState,
        isPersonal: Bool,
        to writer: inout JSONWriter,
        _ content: (inout JSONWriter) -> Bool
    ) {
        let pending = state.pending.first { $0.key == key }
        writer.member("type", type)
        // The user who performed an abandoned effect has signed out.
        guard !(pending?.isAbandoned ?? false) else { return writer.member("withheld", true) }
        writer.member("name", pending?.name ?? "gone")
        var isWithheld = isPersonal
        writer.key("payload")
        writer.object { writer in
            writer.member("key", key)
            if !isPersonal { isWithheld = !content(&writer) }
        }
        writer.flag("withheld", isWithheld)
    }
}

extension Application {
    /// Writes the start of a session of the application as an object.
    package func recordStart(_ launch: SessionLaunch, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "start")
            writer.member("name", name)
            guard launch != SessionLaunch() else { return }
            writer.member(
                "payload",
                object: { writer in
                    if let link = launch.link { writer.member("link", link) }
                    if let input = launch.input {
                        writer.key("input")
                        writer.value(input)
                    }
                    if let identity = launch.identity { writer.member("account", identity.account) }
                    writer.flag("embedded", launch.isEmbedded)
                }
            )
        }
    }

    /// Returns the launch that a record of a start has.
    package static func launch(recorded event: JSONValue) -> SessionLaunch {
        let payload = event["payload"]
        return SessionLaunch(
            link: payload?["link"]?.stringValue,
            input: payload?["input"],
            identity: payload?["account"]?.stringValue.map(Identity.init(account:)),
            isEmbedded: payload?["embedded"]?.boolValue ?? false
        )
    }

    /// Returns an output of a screen, or `nil` if there is no such screen, or if it has no such output.
    func declaredOutput(_ name: String, of screen: ScreenNode?) -> DeclaredOutput? {
        screen.flatMap { screen in
            declaredOutputs(of: type(of: screen.screen)).first { $0.name.hasSameBytes(as: name) }
        }
    }
}
