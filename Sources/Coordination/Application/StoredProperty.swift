@_spi(Reflection) import Swift

/// The stored properties of coordinators' classes, which lose their values at the end of each step.
enum StoredProperty {
    /// Returns the names of the stored properties that a coordinator's class adds to ``BaseCoordinator``.
    static func names(of flow: any Coordinating.Type) -> [String] {
        // The fields of a class follow those of its superclass.
        Array(fields(of: flow).dropFirst(fields(of: BaseCoordinator.self).count))
    }

    /// The prefix that the compiler gives to the storage of a lazy property.
    private static let lazyPrefix = "$__lazy_storage_$_"

    private static func fields(of type: AnyClass) -> [String] {
        var names: [String] = []
        // The raw value of `classType`, which is a variable and so not safe to read.
        _ = unsafe _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, _, _, _ in
            let name = unsafe String(cString: name)
            names.append(name.hasPrefix(lazyPrefix) ? String(name.dropFirst(lazyPrefix.count)) : name)
            return true
        }
        return names
    }
}
