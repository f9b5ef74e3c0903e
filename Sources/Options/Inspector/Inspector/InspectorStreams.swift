import Concurrency
import HTTPCore
import Sessions
import StateAPI

/// The open streams of inspectors, which one survey at a time serves.
final class InspectorStreams: Sendable {
    private struct State {
        var streams: [InspectorStream] = []
        var isSurveying = false
    }

    /// The largest number of streams, above which a further one takes the place of the oldest.
    static let limit = 8

    private let state = Lock(State())

    /// Adds a stream, and begins the surveys if it is the only one.
    func add(_ stream: InspectorStream, _ api: StateAPI) {
        let (begins, replaced) = state.withLock { state -> (Bool, InspectorStream?) in
            state.streams.append(stream)
            let replaced = state.streams.count > Self.limit ? state.streams.removeFirst() : nil
            defer { state.isSurveying = true }
            return (!state.isSurveying, replaced)
        }
        replaced?.finish(.replaced)
        stream.body.onCancel { [weak self] in self?.remove(stream) }
        guard !begins else { return survey(api, after: .zero) }
        // The next survey may be seconds away, so the stream begins with the latest one.
        api.registry.survey { [weak api] survey in
            if let api { stream.advance(survey, api) }
        }
    }

    /// Ends all streams, because the server stops.
    func finish() {
        let streams = state.withLock { $0.streams }
        for stream in streams { stream.finish(.stopping) }
    }

    /// Removes a stream that has ended.
    private func remove(_ stream: InspectorStream) {
        state.withLock { state in state.streams.removeAll { $0 === stream } }
    }

    private func survey(_ api: StateAPI, after delay: Duration) {
        api.registry.survey(after: delay) { [weak self, weak api] survey in
            guard let self, let api else { return }
            let began = ProcessorTime.ofThread
            let streams = state.withLock { state in
                if state.streams.isEmpty { state.isSurveying = false }
                return state.streams
            }
            guard !streams.isEmpty else { return api.registry.forgetSurvey() }
            guard !api.registry.isStopping else { return finish() }
            for stream in streams { stream.advance(survey, api) }
            // The surveys take at most 1 % of a processor, however many sessions there are.
            let work = survey.duration + (ProcessorTime.ofThread - began)
            self.survey(api, after: max(SessionRegistry.surveyInterval, work * 100))
        }
    }
}
