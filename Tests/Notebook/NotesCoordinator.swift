import Coordination

/// The flow of the notes: the list, a note, and a new note in a sheet.
final class NotesCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The titles of the notes by number.
        var titles = (0...10).map { "Note \($0)" }
    }

    func start() { push(NoteList(titles: state.titles)) }

    static let wiring: Wiring<NotesCoordinator> = [
        .on(NoteList.noteSelected) { try $0.showNote($1) }.forAgents("Shows the note with this number."),
        .on(NoteList.newNote) { $0.run(NewNoteCoordinator.self, with: .init(), in: .modal(.sheet)) }
            .forAgents("Begins a new note."),
        .on(finish: NewNoteCoordinator.self) { $0.created($1) },
        .shows(Note.self),
    ]

    /// Shows a note directly above the list.
    ///
    /// - Throws: A ``Rejection`` when the list does not contain the note.
    func showNote(_ number: Int) throws {
        guard state.titles.indices.contains(number) else { throw Rejection("note.unknown", "There is no such note.") }
        popToRoot()
        push(Note(title: state.titles[number]), hides: [.tabBar])
    }

    private func created(_ title: String) {
        state.titles.append(title)
        update { (screen: inout NoteList) in screen.titles = state.titles }
        push(Note(title: title), hides: [.tabBar])
    }
}

/// The list of the notes.
struct NoteList: Screen {
    static let name = "noteList"
    static let noteSelected = Output<NoteList, Int>("noteSelected")
    static let newNote = Output<NoteList, Nothing>("newNote")

    var titles: [String]

    var view: ScreenView {
        Button("New note", Self.newNote, placement: .trailing)
        List(Array(titles.enumerated())) { number, title in Row(title).reports(Self.noteSelected, number) }
    }
}

/// A note that the user has written.
struct Note: Screen {
    static let name = "note"

    var title: String
}

/// The flow that writes a note, and finishes with its title.
final class NewNoteCoordinator: Coordinator {
    struct State: CoordinatorState {}
    typealias Finish = String

    func start() {
        push(
            NewNote(folder: nil, text: nil),
            back: .discard(DiscardQuestion("Discard this note?", text: "It isn't saved yet."))
        )
    }

    static let wiring: Wiring<NewNoteCoordinator> = [
        .on(NewNote.complete) { $0.complete($1.title) }
            .forAgents("Saves the note with this title.", asking: "Save this note?"),
        .on(NewNote.chooseFolder) { $0.push(Folders()) },
        .on(Folders.folderSelected) { $0.choose($1) },
        .on(NewNote.writeText) { $0.push(NoteText(), back: .discard(DiscardQuestion("Discard your changes?"))) },
        .on(NoteText.written) { $0.write($1) },
    ]

    private func choose(_ folder: String) {
        update { (screen: inout NewNote) in screen.folder = folder }
        pop(to: NewNote.self)
    }

    private func write(_ text: String) {
        update { (screen: inout NewNote) in screen.text = text }
        pop(to: NewNote.self)
    }

    private func complete(_ title: String) {
        passBarrier()
        finish(title)
    }
}

/// The form for a new note.
struct NewNote: Screen {
    static let name = "newNote"
    static let complete = Output<NewNote, Title>("complete")
    static let chooseFolder = Output<NewNote, Nothing>("chooseFolder")
    static let writeText = Output<NewNote, Nothing>("writeText")

    var folder: String?
    var text: String?

    struct Title: Payload {
        var title: String

        static let schema: JSONSchema = .object(["title": .string(minLength: 1, maxLength: 80)])
    }
}

/// The folders to choose from.
struct Folders: Screen {
    static let name = "folders"
    static let folderSelected = Output<Folders, String>("folderSelected")
}

/// The form for the text of a note.
struct NoteText: Screen {
    static let name = "noteText"
    static let written = Output<NoteText, String>("written")
}
