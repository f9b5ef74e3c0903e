public import JSON

extension Field {
    /// Creates a field for a stored property of the payload, with a name that the compiler checks.
    ///
    /// ```swift
    /// Field(\Credentials.login, "Login", autocomplete: "username")
    /// ```
    ///
    /// The member in the payload has the name of the property. For a property with another coding key, pass the name. It is a
    /// programmer error to pass a key path to anything but a stored property of a structure. The other parameters are as for a
    /// name.
    public init<Value: Payload, Member>(
        _ member: KeyPath<Value, Member>,
        _ label: String,
        _ input: Input = .text,
        value: JSONValue? = nil,
        placeholder: String? = nil,
        autocomplete: String? = nil,
        help: String? = nil
    ) {
        guard let name = StoredProperty.name(of: member) else {
            preconditionFailure(
                "\(member) is not a stored property of a structure; pass the name of the member instead."
            )
        }
        self.init(
            name,
            label,
            input,
            value: value,
            placeholder: placeholder,
            autocomplete: autocomplete,
            help: help
        )
    }
}
