/// A folder that can't be put under control.
package struct DiskFolderError: Error, CustomStringConvertible {
    package let folder: String
    /// What `realpath` left in `errno`.
    package let code: CInt

    package var description: String { "\(folder) can't be resolved: realpath failed with errno \(code)." }
}
