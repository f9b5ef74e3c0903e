import Coordination

/// The form for a new item's title, which also shows the chosen category and note.
struct ItemCreate: Screen {
    static let name = "itemCreate"
    static let hide = Output<ItemCreate, Nothing>("hide")
    static let complete = Output<ItemCreate, ItemTitle>("complete")
    static let chooseCategory = Output<ItemCreate, Nothing>("chooseCategory")
    static let writeNote = Output<ItemCreate, Nothing>("writeNote")

    var category: String?
    var note: String?

    static let title = "New item"

    var view: ScreenView {
        Button(String(localized: "Cancel"), Self.hide, role: .cancel, placement: .leading)
        List(
            style: .grouped,
            sections: [
                Section(rows: [
                    Row(
                        String(localized: "Category"),
                        subtitle: category.map { String(localized: LocalizedText(key: $0)) }
                            ?? String(localized: "None"),
                        picture: .symbol("tag"),
                        accessory: .disclosure
                    )
                    .reports(Self.chooseCategory),
                    Row(
                        String(localized: "Note"),
                        subtitle: note ?? String(localized: "None"),
                        picture: .symbol("list"),
                        accessory: .disclosure
                    )
                    .reports(Self.writeNote),
                ])
            ]
        )
        Form(
            Self.complete,
            submit: String(localized: "Create item"),
            fields: [Field("title", String(localized: "Title"), placeholder: String(localized: "Bicycle"))]
        )
    }
}

/// The title of a new item as the user typed it.
struct ItemTitle: Payload {
    var title: String

    static let schema: JSONSchema = .object(
        ["title": .string(minLength: 1, maxLength: 80, form: .line)]
    )
}

/// The list of categories.
struct ItemCategory: Screen {
    static let name = "itemCategory"
    static let categorySelected = Output<ItemCategory, String>("categorySelected")

    var categories: [String]
    var selected: String?

    static let title = "Category"

    var view: ScreenView {
        List(categories, style: .grouped) { category in
            Row(String(localized: LocalizedText(key: category)), accessory: category == selected ? .checkmark : .none)
                .reports(Self.categorySelected, category)
        }
    }
}

/// The form for a note.
struct ItemNote: Screen {
    static let name = "itemNote"
    static let noteWritten = Output<ItemNote, NoteEntry>("noteWritten")

    var note: String

    static let title = "Note"

    var view: ScreenView {
        Form(
            Self.noteWritten,
            submit: String(localized: "Done"),
            fields: [Field("note", String(localized: "Note"), .multiline, value: .string(note))]
        )
    }
}

/// A note as the user typed it.
struct NoteEntry: Payload {
    var note: String

    static let schema: JSONSchema = .object(["note": .string(maxLength: 500)])
}
