@_spi(Reflection) import Swift

/// The names of the stored properties of types.
enum StoredProperty {
    /// Returns the name of a stored property of a structure, or `nil` for a key path to anything else.
    static func name<Root, Value>(of property: KeyPath<Root, Value>) -> String? {
        guard let offset = MemoryLayout<Root>.offset(of: property) else { return nil }
        var found: String?
        _ = unsafe _forEachField(of: Root.self) { name, position, type, _ in
            // A property without bytes has the offset of the next one.
            guard position == offset, type == Value.self else { return true }
            found = unsafe String(cString: name)
            return false
        }
        return found
    }

    /// Returns the names of the stored properties that a coordinator's class adds to ``BaseCoordinator``.
    ///
    /// Their values are lost at the end of each step, so a flow that has any is an error in the wiring.
    static func names(of flow: any Coordinating.Type) -> [String] {
        // The fields of the superclass come first.
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
