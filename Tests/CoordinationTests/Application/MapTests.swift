import CoordinationTesting
import JSON
import Testing

@Suite("The map of an application")
struct MapTests {
    private static let application = Result { try Application("inn", title: "Inn", root: Inn.self, factory: ()) }

    @Test("a map from the wiring lists the flows with what they show, handle, run and perform")
    func wiring() throws {
        let map = try Self.application.get().map
        #expect(map.root == "Inn")
        #expect(map.flows.map(\.name) == ["Inn", "Stay"])
        #expect(map.flows[0].screens == ["door"])
        #expect(map.flows[0].handles == ["door.enter", "finish Stay"])
        #expect(map.flows[0].runs == ["Stay"])
        #expect(map.flows[1].effects == ["ask"])
        #expect(map.transitions == [])
        #expect(map.mermaid.contains("        subgraph Stay_flow[Stay]\n            Stay_bed[bed]\n"))
        #expect(map.json["flows"]?.arrayValue?.last?["handles"] == ["bed.leave", "bed.ring", "effect ask"])
    }

    @Test("an exploration adds where outputs and effects lead, and all languages draw the same")
    func transitions() throws {
        let samples = Samples().results(of: Ask.self) { _, _ in ["yes"] }
        let application = try Application("inn", title: "Inn", root: Inn.self, factory: (), samples: samples)
        let map = Explorer(application).explore().map
        #expect(
            map.mermaid == """
                flowchart LR
                    start((start))
                    subgraph Inn_flow[Inn]
                        Inn_door[door]
                        subgraph Stay_flow[Stay]
                            Stay_bed[bed]
                            Stay_meal[meal]
                        end
                    end
                    start --> Inn_door
                    Inn_door -- "enter" --> Stay_bed
                    Stay_bed -- "leave" --> Inn_door
                    Stay_bed -- "ask" --> Stay_meal

                """
        )
        #expect(map.dot.contains("    subgraph cluster_Inn_flow {\n        label=\"Inn\"; style=rounded;\n"))
        #expect(map.dot.contains("    Stay_bed -> Stay_meal [label=\"ask\"];\n"))
        #expect(
            map.scxml == """
                <?xml version="1.0" encoding="UTF-8"?>
                <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="inn" initial="Inn_flow">
                    <state id="Inn_flow" initial="Inn_door">
                        <state id="Inn_door">
                            <transition event="enter" target="Stay_bed"/>
                        </state>
                        <state id="Stay_flow">
                            <state id="Stay_bed">
                                <transition event="leave" target="Inn_door"/>
                                <transition event="ask" target="Stay_meal"/>
                            </state>
                            <state id="Stay_meal"/>
                        </state>
                    </state>
                </scxml>

                """
        )
        #expect(map.json["transitions"]?.arrayValue?.count == 4)
        #expect(map.json["transitions"]?.arrayValue?.last?["to"] == ["flows": ["Inn", "Stay"], "screen": "meal"])
    }
}

private struct InnDoor: Screen {
    static let name = "door"
    static let enter = Output<InnDoor, Nothing>("enter")
}

private struct Bed: Screen {
    static let name = "bed"
    static let leave = Output<Bed, Nothing>("leave")
    static let ring = Output<Bed, Nothing>("ring")
}

private struct Meal: Screen { static let name = "meal" }

private final class Inn: ApplicationCoordinator {
    func start() { push(InnDoor()) }
    static let wiring: Wiring<Inn> = [.on(InnDoor.enter) { $0.run(Stay.self) }, .on(finish: Stay.self) { _ in }]
}

private final class Stay: Coordinator {
    func start() { push(Bed()) }
    static let wiring: Wiring<Stay> = [
        .on(Bed.leave) { $0.finish() }, .on(Bed.ring) { $0.perform(Ask(question: "")) },
        .on(Ask.self) { flow, _ in flow.push(Meal()) }, .shows(Meal.self),
    ]
}
