import Coordination

/// The choice of a compartment, which sees at once what others choose.
final class CompartmentCoordinator: Coordinator {
    struct State: CoordinatorState {
        var run: String
        /// The order that has a compartment already.
        var order: String?
        var wanted = 0
    }
    struct Finish: Codable, Equatable, Sendable {
        var order: String
        var compartment: Int
    }

    func start() {
        push(CompartmentPicker())
        perform(LoadCompartments(run: state.run))
    }

    static let wiring: Wiring<CompartmentCoordinator> = [
        .follows {
            CompartmentMap(run: $0.run)
        } receive: {
            $0.show($1)
        },
        .follows {
            Presence(of: CompartmentMap(run: $0.run))
        } receive: { flow, followers in
            flow.update { (picker: inout CompartmentPicker) in picker.viewers = followers.count }
        },
        .on(LoadCompartments.self) { $0.show($1) },
        .on(failure: LoadCompartments.self) { _, _ in },
        .on(CompartmentPicker.choose) { $0.choose($1) },
        .on(HoldCompartment.self) { $0.held($1) },
    ]

    private func show(_ map: CompartmentMap.Value) {
        update { (picker: inout CompartmentPicker) in picker.taken = map.taken }
    }

    private func choose(_ number: Int) {
        state.wanted = number
        perform(HoldCompartment(run: state.run, compartment: number, order: state.order))
    }

    private func held(_ result: HoldCompartment.Value) {
        guard case .held(let order) = result else { return show(.taken, on: CompartmentPicker.self) }
        finish(Finish(order: order, compartment: state.wanted))
    }
}

extension Message {
    fileprivate static let taken = Message("compartment.taken", "Someone else was faster. Please choose another one.")
}
