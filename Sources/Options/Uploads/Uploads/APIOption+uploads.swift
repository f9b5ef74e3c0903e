import Sessions
public import StateAPI

extension APIOption {
    /// Files that users upload to a session: `…/uploads`, by the protocol tus 1.0 (https://tus.io/protocols/resumable-upload).
    ///
    /// A client uploads a file before it sends the form with the file's field, and goes on after a lost connection with the bytes that
    /// are missing. The output that it reports then has the id of the upload in place of the file.
    ///
    /// ```swift
    /// handlers.uploadStore = try FolderUploads(path: "uploads")
    /// settings.api.options = [.uploads()]
    /// ```
    ///
    /// - Parameter limits: The limits on the files of a session.
    /// - Returns: The option, for a server with a place for uploads (`EffectHandlers.uploadStore`).
    public static func uploads(_ limits: UploadLimits = UploadLimits()) -> APIOption {
        let transfers = UploadTransfers()
        return APIOption(
            name: "uploads",
            summary: "Files that users upload, by the protocol tus 1.0.",
            schemas: [
                "Upload": .object([
                    .always("id", .string, "The id, for the payload of an output."), .always("name", .string),
                    .always("type", .string), .always("size", .integer(min: 0), "The number of bytes."),
                ])
            ],
            endpoints: { api in
                guard let store = api.registry.uploadStore else { return [] }
                return UploadEndpoints(api: api, store: store, limits: limits, transfers: transfers).all
            },
            preparation: UploadReferences.preparation
        )
    }
}

/// The limits on the files of a session, beside the limits of the fields.
public struct UploadLimits: Sendable {
    /// The largest number of files, by default 100.
    public var files = 100
    /// The largest number of bytes in all files, by default 500 MB.
    public var bytes = 500_000_000

    /// Makes the default limits.
    public init() {}
}
