/// The kinds of elements of the contract: those that every client of version 1 knows, and later ones, which have a fallback.
package enum ElementKind: String, CaseIterable, Sendable {
    case heading, text, image, button, toggle, stepper, search, list, map, form, confirm, progress, empty
    case card, grid, hero, gallery, segments, chips, swatches, timeline, pinned
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
        case .card: .card
        case .grid: .grid
        case .hero: .hero
        case .gallery: .gallery
        case .segments: .segments
        case .chips: .chips
        case .swatches: .swatches
        case .timeline: .timeline
        case .pinned: .pinned
        case .custom: nil
        }
    }
}
