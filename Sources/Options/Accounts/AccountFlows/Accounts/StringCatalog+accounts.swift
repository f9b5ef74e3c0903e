package import Coordination

extension StringCatalog {
    /// Reads a catalog that is compiled into the package.
    ///
    /// Invalid data is an error of the package, so the process stops.
    package init(embedded bytes: [UInt8]) {
        do {
            try self.init(xcstrings: bytes)
        } catch {
            preconditionFailure("A string catalog that comes with the package can't be read: \(error)")
        }
    }

    /// The texts of the flows for accounts and phones, which several applications run.
    package static let accounts = StringCatalog(embedded: PackageResources.Accounts_xcstrings)
}
