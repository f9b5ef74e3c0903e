import Coordination
import Sessions

/// The fields for files on a screen.
struct UploadRules {
    /// A field with the output that its form reports.
    struct FileField {
        let output: String
        let name: String
        let rules: Field.FileRules
    }

    let fields: [FileField]

    /// Finds the fields of a screen.
    init(_ screen: any Screen) {
        fields = screen.view.elements.flatMap(Self.fields)
    }

    private static func fields(in element: any ViewElement) -> [FileField] {
        guard case .form(let form) = element.content else { return element.fallback.map(fields) ?? [] }
        return form.fields.compactMap { field in
            field.fileRules.map { FileField(output: form.report.output, name: field.name, rules: $0) }
        }
    }

    /// Returns the reason why no field takes a file, or `nil` if one does.
    func refusal(of upload: Upload, for name: String?) -> Refusal? {
        let fields = fields.filter { name == nil || $0.name == name }
        guard !fields.isEmpty else { return .noField }
        let typed = fields.filter { $0.rules.accepts(upload.type) }
        guard !typed.isEmpty else { return .type(fields.flatMap(\.rules.types)) }
        let largest = typed.map(\.rules.bytes).max() ?? 0
        return upload.size <= largest ? nil : .size(limit: largest)
    }

    /// The reasons to refuse a file.
    enum Refusal {
        /// The screen has no field for it.
        case noField
        /// The field takes other types only.
        case type([String])
        /// It is too large.
        case size(limit: Int)
    }
}
