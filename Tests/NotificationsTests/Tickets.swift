import Coordination
import JSON

/// A ticket that is issued a minute after its order, of which the user is notified.
struct TicketPage: Screen {
    static let name = "ticketPage"
    static let order = Output<TicketPage, Nothing>("order")
    var title: LocalizedText { "Ticket" }
    var isReady = false
}

final class TicketCoordinator: ApplicationCoordinator {
    typealias State = NoState

    func start() { setRoot(TicketPage()) }

    private func issue() {
        update { (page: inout TicketPage) in page.isReady = true }
        notify("Your ticket is ready", "Seat \(41)", link: "/ticket", replacing: "ticket")
    }

    static let wiring: Wiring<TicketCoordinator> = [
        .notifies(),
        .on(TicketPage.order) { flow, _ in flow.startTimer("issue", after: .seconds(60)) },
        .on(timer: "issue") { $0.issue() },
    ]

    static func application() throws -> Application {
        try Application("tickets", title: "Tickets", root: TicketCoordinator.self, factory: ())
    }
}
