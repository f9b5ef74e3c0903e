import Coordination
import NightTrain
import Sessions

extension EffectHandlers {
    /// Registers the handlers of both applications.
    ///
    /// - Parameters:
    ///   - office: The systems of the railway.
    ///   - appToken: The token of the demo user in another app.
    ///   - banking: The time that the bank takes.
    ///   - printing: The time that a ticket takes.
    package mutating func connect(
        to office: RailOffice,
        appToken: String? = nil,
        banking: Duration = .zero,
        printing: Duration = .zero
    ) {
        on(LogIn.self) { effect, _ in
            effect.entry.email == "ada@example.org" && effect.entry.password.exposed == "night-train"
                ? .user(account: "ada", name: "Ada Lovelace") : .rejected
        }
        identities { token, _ in appToken.map { $0 == token } == true ? Identity(account: "ada") : nil }
        rows(from: Stations.self) { source, request, _ in await office.stations(source, request) }
        on(FindTrains.self, timeout: .seconds(10)) { effect, _ in await office.trains(for: effect.query) }
        connectCompartments(to: office)
        connectPassports()
        on(Pay.self, timeout: .seconds(90)) { effect, _ in
            // A user who stops the payment cancels this task.
            try await Task.sleep(for: banking)
            return await office.pay(effect)
        }
        on(FindPayment.self) { effect, _ in await office.receipt(of: effect.order) }
        on(IssueTicket.self, timeout: .seconds(90)) { effect, call in
            for fifth in 1...5 {
                try await Task.sleep(for: printing / 5)
                call.report(progress: Double(fifth) / 5)
            }
            return await office.issue(effect)
        }
        on(LoadTrips.self) { effect, _ in await office.trips(of: effect.account) }
        on(SaveReminder.self) { effect, _ in try await office.change(effect.trip) { $0.reminds = effect.reminds } }
        on(AddBreakfast.self) { effect, _ in try await office.change(effect.trip) { $0.extras.hasBreakfast = true } }
        on(LoadDelay.self) { effect, _ in effect.run.hasPrefix("NJ 468") ? 12 : 0 }
        // A real company sends the result to the app's backend, with the key.
        on(SessionResult.self) { _, _ in Nothing() }
    }

    private mutating func connectCompartments(to office: RailOffice) {
        on(LoadCompartments.self) { effect, call in await office.compartments(of: effect.run, at: call.now) }
        on(HoldCompartment.self) { effect, call in
            let result = await office.hold(effect, key: call.idempotencyKey, at: call.now)
            try await call.publishCompartments(of: effect.run, in: office)
            return result
        }
        on(ReleaseCompartment.self) { effect, call in
            if let run = await office.release(effect.order) { try await call.publishCompartments(of: run, in: office) }
            return Nothing()
        }
        on(CancelTrip.self) { effect, call in
            if let run = await office.cancel(effect.trip) { try await call.publishCompartments(of: run, in: office) }
            return effect.trip
        }
    }

    private mutating func connectPassports() {
        uploads { file, uploads in
            PassportPicture(bytes: try await uploads.bytes(of: file)) == nil
                ? .rejected("This file is not a picture.") : .accepted
        }
        on(ReadPassport.self) { effect, call in PassportPicture(bytes: try await call.uploads.bytes(of: effect.photo)) }
    }
}

extension EffectContext {
    fileprivate func publishCompartments(of run: String, in office: RailOffice) async throws {
        let map = await office.compartments(of: run, at: now)
        try await topics.publish(map, to: CompartmentMap(run: run))
    }
}
