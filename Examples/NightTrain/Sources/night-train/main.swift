import Coordination
import HTTPCore
import NightTrain
import RailServices
import UsherProgram
import WebPush

/// The settings of this program's own.
struct RailSettings: OwnSettings {
    var bankTime = Duration.seconds(1)
    var printingTime = Duration.seconds(3)
    var appToken: String?
    var pushService: String?

    static let settings: [Setting<RailSettings>] = [
        .seconds("bank-time", 0...60, \.bankTime, "The seconds that the bank takes for a payment"),
        .seconds("printing-time", 0...60, \.printingTime, "The seconds that a ticket takes"),
        .secret("app-token", \.appToken, "The token of the demo user in another app", default: "none"),
        .text("push-service", \.pushService, "A push service in place of those of browsers", default: "none"),
    ]
}

// The handlers and the routes have the same office.
let office = RailOffice()

UsherProgram(
    name: "night-train",
    version: "1.0",
    settings: RailSettings.self,
    applications: { [try TrainsApplication.make(), try BookingApplication.make()] },
    effects: { effects, context in
        let settings = context.settings(RailSettings.self)
        effects.connect(
            to: office,
            appToken: settings.appToken,
            banking: settings.bankTime,
            printing: settings.printingTime
        )
        effects.notificationSenders["web"] = WebPush(
            key: WebPushKey(derivedFrom: context.secret),
            contact: nil,
            services: settings.pushService.map { PushServices(origins: [$0]) } ?? .browsers,
            clock: context.clock
        )
    },
    routes: { routes, context in
        routes.add(.get, "/v1/sessions/:id/tickets/:number") { request, parameters, reply in
            let number = parameters["number"]
            context.withSession(parameters["id"], of: request, reply) { session in
                let account = session.account
                Task { reply.send(TicketPicture.response(of: await office.trip(number, of: account))) }
            }
        }
    }
).main()
