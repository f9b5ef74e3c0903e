import JSON

/// The rules of links, which every application with links keeps.
///
/// 1. The link of a state leads from there to the same kind of screen, with the same link.
/// 2. The link of a report leads to the same kind of screen as the report, with the same link.
///
/// Only the first and the last report of each output are compared, which stand for the reports between them.
struct LinkRules {
    /// A broken rule.
    struct Violation: CustomStringConvertible {
        /// The screen, or the screen and the output, that the link belongs to.
        let subject: String
        /// The rule in a sentence.
        let description: String
    }

    let application: Application
    let state: NavigationState
    let context: StepContext

    /// The violations of the first rule.
    func ofPlace() -> [Violation] {
        guard let link = application.link(to: state), let screen = state.focus?.name else { return [] }
        switch target(of: .link(link)) {
        case .failure(let error):
            return [
                .init(subject: screen, "'\(screen)' has the link '\(link)', which can't be opened there: \(error).")
            ]
        case .success(let target) where target == Target(screen: screen, link: link): return []
        case .success(let target):
            return [.init(subject: screen, "'\(screen)' has the link '\(link)', which leads to \(target).")]
        }
    }

    /// The violations of the second rule.
    func ofReports() -> [Violation] {
        guard let focus = state.focus, state.blocking == nil else { return [] }
        let disabled = focus.screen.disabledOutputs.map(\.name)
        let reports = application.drawingLinks(of: focus.screen) {
            focus.screen.view.allReports.compactMap { report in report.link.map { (report, $0) } }
        }
        var compared: [(report: Report, link: String)] = []
        for name in Set(reports.map(\.0.output)) where !disabled.contains(name) {
            let ofOutput = reports.filter { $0.0.output == name }
            compared += [ofOutput.first, ofOutput.count > 1 ? ofOutput.last : nil].compactMap(\.self)
        }
        return compared.flatMap { violations(of: $0.report, on: focus, $0.link) }
    }

    private func violations(of report: Report, on screen: ScreenNode, _ link: String) -> [Violation] {
        let event = Event.output(report.output, screen: screen.key, payload: report.payload)
        // A report that is rejected, or that waits for an effect, leads nowhere yet.
        guard case .success(let reported) = target(of: event), reported.key != screen.key else { return [] }
        let subject = "\(screen.name).\(report.output)"
        switch target(of: .link(link)) {
        case .failure(let error):
            return [
                .init(subject: subject, "'\(subject)' has the link '\(link)', which can't be opened there: \(error).")
            ]
        case .success(let opened) where opened == reported: return []
        case .success(let opened):
            return [.init(subject: subject, "'\(subject)' leads to \(reported), but its link '\(link)' to \(opened).")]
        }
    }

    /// The screen that an event leads to.
    private struct Target: Equatable, CustomStringConvertible {
        var key: Key?
        let screen: String
        let link: String?

        var description: String { link.map { "'\(screen)' (\($0))" } ?? "'\(screen)', which has no link" }

        static func == (first: Self, second: Self) -> Bool {
            first.screen == second.screen && first.link == second.link
        }
    }

    private func target(of event: Event) -> Result<Target, NavigationError> {
        do throws(NavigationError) {
            let after = try application.apply(event, to: state, at: context).state
            let focus = after.focus
            return .success(
                Target(key: focus?.key, screen: focus?.name ?? "nothing", link: application.link(to: after))
            )
        } catch {
            return .failure(error)
        }
    }
}

extension LinkRules.Violation {
    fileprivate init(subject: String, _ description: String) {
        self.init(subject: subject, description: description)
    }
}
