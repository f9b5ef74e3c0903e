/// The kinds of elements that every client of version 1 knows.
package enum ElementKind: String, CaseIterable, Sendable {
    case heading, text, image, button, toggle, stepper, search, list, map, form, confirm, progress, empty
}

extension ElementContent {
    /// The kind; `nil` for an element of the application's own kind.
    package var kind: ElementKind? {
        switch self {
        case .heading: .heading
        case .text: .text
        case .image: .image
        case .button: .button
        case .toggle: .toggle
        case .stepper: .stepper
        case .search: .search
        case .list: .list
        case .map: .map
        case .form: .form
        case .confirm: .confirm
        case .progress: .progress
        case .empty: .empty
        case .custom: nil
        }
    }
}
