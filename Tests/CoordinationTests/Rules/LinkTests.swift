import CoordinationTesting
import Testing

@testable import Coordination

@Suite("A deep link")
struct LinkTests {
    @Test("the application coordinator opens a link from every position, after dismissing modals")
    func opened() throws {
        let session = try TestSession.scripted(.midInFixedModal, .leafInModal)
        try session.open("usher://scripted/push%20b")
        #expect(session.description == "[a, b] Root")
        #expect(session.lastStep.cause == .init(source: "c", name: "link"))
    }

    @Test("a link may be an https URL of one of the application's hosts")
    func https() throws {
        let session = try TestSession.scripted()
        try session.open("https://scripted.EXAMPLE/push%20b?from=mail#top")
        #expect(session.stack == ["a", "b"])
    }

    @Test(
        "an unknown or malformed link is refused and changes nothing",
        arguments: [
            "usher://scripted/jump", "usher://other/push%20b", "https://other.example/push%20b",
            "http://scripted.example/",
            "scripted/push", "", "usher://scripted/push%2", "usher://scripted//push%20b", "usher:///push%20b",
            "usher://scripted/push b",
        ]
    )
    func unknown(link: String) throws {
        let session = try TestSession.scripted(.presentA)
        #expect(throws: NavigationError.unknownLink(link)) { try session.open(link) }
        #expect(session.layout == "[a] +modal[a]")
        #expect(session.revision == 2)
    }

    @Test("a session may start with a link")
    func atStart() throws {
        let session = try TestSession(.scripted(), link: "usher://scripted/run%20mid")
        #expect(session.description == "[a, b] Root(Mid)")
        #expect(throws: NavigationError.unknownLink("usher://scripted/jump")) {
            try TestSession(.scripted(), link: "usher://scripted/jump")
        }
    }

    @Test("a link at the start is opened after the flows that finish at once")
    func afterBriefFlows() throws {
        let session = try TestSession(.launching(), link: "usher://launching/here")
        #expect(session.description == "[a, b] LaunchCoordinator(MainCoordinator)")
    }

    @Test("an application owns every link with its name, known or unknown")
    func owned() throws {
        let application = try Application.scripted()
        #expect(application.owns("usher://scripted/jump"))
        #expect(application.owns("usher://SCRIPTED"))
        #expect(application.owns("usher://other") == false)
        #expect(application.owns("?") == false)
    }
}

/// A coordinator that runs a short flow first and then the main flow, as service coordinators do at launch.
private final class LaunchCoordinator: ApplicationCoordinator {
    func start() { run(BriefFlow.self) }
    func open(_ link: AnyLink) throws { child(MainCoordinator.self)?.push(PageB()) }
    static let wiring: Wiring<LaunchCoordinator> = [
        .on(finish: BriefFlow.self) { $0.run(MainCoordinator.self) },
        .runs(MainCoordinator.self),
    ]
}

private final class MainCoordinator: Coordinator {
    func start() { push(PageA()) }
    static let wiring: Wiring<MainCoordinator> = [
        .ignores(PageA.act), .ignores(PageA.toRoot), .ignores(PageB.act), .ignores(PageB.toRoot),
    ]
}

private struct AnyLink: DeepLink {
    init?(path: [String], query: [String: String]) {}
}

extension Application {
    fileprivate static func launching() throws -> Application {
        try Application("launching", title: "Launching", root: LaunchCoordinator.self, factory: ())
    }
}
