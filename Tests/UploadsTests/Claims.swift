import Coordination
import JSON

/// A small application that takes files: a claim with a photo, and with up to two documents.
enum Claims {
    static func make(catalog: StringCatalog? = nil) throws -> Application {
        try Application(
            "claims",
            title: "Claims",
            root: ClaimsCoordinator.self,
            state: .init(),
            factory: (),
            catalog: catalog
        )
    }
}

struct Claim: Payload, Equatable {
    var text: String
    var photo: UploadedFile
    var documents: [UploadedFile]?
}

struct ClaimForm: Screen {
    static let name = "claimForm"
    static let submit = Output<ClaimForm, Claim>("submit")
    static let leave = Output<ClaimForm, Nothing>("leave")

    var view: ScreenView {
        Form(
            Self.submit,
            submit: "Send",
            fields: [
                Field(\Claim.text, "What happened?"),
                Field(\Claim.photo, "Photo", .file(types: ["image/*"], bytes: 3_000_000)),
                Field(\Claim.documents, "Documents", .file(types: ["application/pdf"], bytes: 1_000, count: 2)),
            ]
        )
        Button("Leave", Self.leave)
    }
}

/// The claim as the handler has saved it.
struct ClaimSaved: Screen {
    static let name = "claimSaved"
    var name: String
    var type: String
    var size: Int
    /// The sum of the bytes that the handler has read.
    var sum: Int

    var view: ScreenView { Text("Thank you.") }
}

struct SaveClaim: Effect {
    static let name = "saveClaim"
    typealias Value = Int
    var claim: Claim
}

final class ClaimsCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var claim: Claim? }

    func start() { push(ClaimForm()) }

    static let wiring: Wiring<ClaimsCoordinator> = [
        .on(ClaimForm.submit) { flow, claim in
            flow.state.claim = claim
            flow.perform(SaveClaim(claim: claim))
        },
        .on(ClaimForm.leave) { $0.popToRoot() },
        .on(SaveClaim.self) { flow, sum in
            guard let photo = flow.state.claim?.photo else { return }
            flow.push(ClaimSaved(name: photo.name, type: photo.type, size: photo.size, sum: sum))
        },
        .shows(ClaimSaved.self),
    ]
}
