/// An error that the path of a folder can't be resolved.
package struct DiskFolderError: Error, CustomStringConvertible {
    package let folder: String
    /// The `errno` of `realpath`.
    package let code: CInt

    package var description: String { "\(folder) can't be resolved: realpath failed with errno \(code)." }
}
