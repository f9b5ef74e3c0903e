extension String {
    /// The beginning of a text that a user searches for, at most 100 Unicode scalars: the time of a search grows with it.
    var searchText: String { String(unicodeScalars.prefix(100)) }
}
