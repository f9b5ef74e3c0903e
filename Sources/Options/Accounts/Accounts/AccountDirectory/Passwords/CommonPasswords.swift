/// The passwords of at least eight characters that were found most often in breaches, in lower case.
///
/// The list comes with the program, so a check sends nothing to anyone. `README.md` in this folder names its source.
enum CommonPasswords {
    private static let all: Set<String> = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n").map(String.init)
    )

    /// The number of passwords.
    static var count: Int { all.count }

    /// Whether a password, in lower case, is in the list.
    static func contains(_ password: String) -> Bool { all.contains(password) }
}
