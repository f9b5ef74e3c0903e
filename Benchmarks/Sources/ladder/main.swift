import Coordination
import Foundation
import Logging
import UsherServer

/// A screen with an output `up` that pushes another one.
struct Rung: Screen {
    static let name = "rung"
    static let up = Output<Rung, Nothing>("up")

    var number: Int

    var title: String { "Rung \(number)" }
    var view: ScreenView { Button("Up", Rung.up) }
}

/// An application with a stack of any depth, to measure the cost of depth.
final class LadderCoordinator: ApplicationCoordinator {
    func start() { push(Rung(number: 1)) }

    static let wiring: Wiring<LadderCoordinator> = [
        .on(Rung.up) { ladder in ladder.push(Rung(number: 2)) }
    ]
}

var log = Logger(label: "ladder")
log.logLevel = .warning
var settings = UsherServer.Settings()
settings.http.port = 0
// All clients have one address here.
settings.api.limits.addressNewSessions.quota = 0
let server = try UsherServer(
    applications: [try Application("ladder", title: "Ladder", root: LadderCoordinator.self, factory: ())],
    settings: settings,
    log: log
)
try server.run {
    try? FileHandle.standardOutput.write(contentsOf: Data("ready \(server.address)\n".utf8))
}
