// Drives the client library by the lines of `usher conform`.

import Foundation
import UsherClient

/// The storage of the library in the folder of a run.
struct FolderStorage: SecureStorage {
    let folder: URL

    func data(for name: String) throws -> Data? { try? Data(contentsOf: folder.appending(path: name)) }

    func store(_ data: Data?, for name: String) throws {
        let file = folder.appending(path: name)
        guard let data else { return try FileManager.default.removeItem(at: file) }
        try data.write(to: file, options: .atomic)
    }
}

/// Prints a line, which is whole also if several tasks print.
func say(_ members: [String: JSONValue]) {
    FileHandle.standardOutput.write(JSONValue.object(members).data + Data("\n".utf8))
}

extension Outcome {
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .rejected, .refused: "rejected"
        case .outdated: "outdated"
        case .unconfirmed: "unconfirmed"
        case .ignored, .replaced: "ignored"
        case .offline: "offline"
        case .gone: "gone"
        }
    }
}

/// The tap of a line.
func tap(_ line: JSONValue) -> Tap? {
    var tap: Tap
    switch line["do"]?.string {
    case "report":
        tap = .report(line["output"]?.string ?? "", line["payload"], on: line["screen"]?.string ?? "")
    case "back": tap = .back()
    case "dismiss": tap = .dismiss
    case "tab": tap = .tab(line["tab"]?.string ?? "")
    default: return nil
    }
    tap.isSecret = line["secret"] == .bool(true)
    tap.isConfirmed = line["confirmed"] == .bool(true)
    return tap
}

func rows(of source: String, on screen: Screen, _ session: Session) async throws -> [JSONValue] {
    guard let list = screen.view?.first(where: { $0["source"]?["name"]?.string == source }),
        let rowSource = RowSource(list, on: screen)
    else { return [] }
    var page = try await session.rows(of: rowSource)
    var rows = page.rows
    while let next = page.next {
        page = try await session.rows(at: next)
        rows += page.rows
    }
    return rows.compactMap { $0["key"] }
}

func show(_ display: Display) {
    if let state = display.state { say(["shows": state.document]) }
    switch display.phase {
    case .expired: say(["over": "expired"])
    case .gone: say(["over": "gone"])
    default: break
    }
}

func perform(_ line: JSONValue, _ session: Session) async throws {
    if let tap = tap(line), let number = line["tap"] {
        let outcome = await session.submit(tap)
        Task { say(["tap": number, "outcome": .string(await outcome.value.word)]) }
        return
    }
    let screen = await session.display.state?.screens[line["screen"]?.string ?? ""]
    switch line["do"]?.string {
    case "open": try await session.open()
    case "resume": try await session.resume()
    case "rows":
        guard let screen, let source = line["source"]?.string, let number = line["tap"] else { return }
        say(["tap": number, "rows": .array(try await rows(of: source, on: screen, session))])
    case "draft":
        guard let screen, let output = line["output"]?.string else { return }
        let form = FormID(screen, output: output)
        if let values = line["values"]?.object {
            await session.keepDraft(values, of: form)
        } else {
            say(["draft": .object(await session.draft(of: form) ?? [:])])
        }
    default: await session.close()
    }
}

let environment = ProcessInfo.processInfo.environment
guard let server = environment["CONFORM_SERVER"].flatMap(URL.init), let folder = environment["CONFORM_STORAGE"] else {
    fatalError("This program is started by 'usher conform'.")
}
let session = Session(
    server: server,
    app: environment["CONFORM_APP"],
    storage: FolderStorage(folder: URL(filePath: folder, directoryHint: .isDirectory))
)
say([
    "client": "UsherClient (Swift)",
    "parts": ["drafts", "offline", "patches", "resume", "rows", "storage", "stream"],
])
let displaying = Task {
    for await display in await session.displays() { show(display) }
}
// A read blocks its thread, and the tasks need this one.
let (lines, writer) = AsyncStream<String>.makeStream()
Thread.detachNewThread {
    while let text = readLine() { writer.yield(text) }
    writer.finish()
}
for await text in lines {
    guard let line = try? JSONValue(parsing: Data(text.utf8)) else { continue }
    do {
        try await perform(line, session)
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
    if line["do"]?.string == "close" { break }
}
displaying.cancel()
