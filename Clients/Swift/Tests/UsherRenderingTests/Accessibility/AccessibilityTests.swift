import Foundation
import Testing
import UsherClient

@testable import UsherRendering

@Suite("A screen reader")
struct AccessibilityTests {
    private let figures = Figures(language: "en", user: Locale(identifier: "en_US"), timeZone: .gmt)

    @Test("reads a row as one part with its price, its time and its mark")
    func row() {
        let row = Row(
            [
                "title": "Milk", "subtitle": "1 l", "image": ["symbol": "bag", "alt": "Bottle"], "badge": "2",
                "price": ["amount": 129, "currency": "EUR"], "time": "2026-11-21T09:31:00Z", "accessory": "checkmark",
                "report": ["output": "open", "link": "usher://a/b"], "lang": "de",
            ],
            index: 0
        )
        let description = AccessibilityDescription(row, figures, .english)
        #expect(
            description.label.plainSpaces.replacing(" at ", with: ", ")
                == "Bottle, Milk, 1 l, Nov 21, 2026, 9:31 AM, €1.29, 2"
        )
        #expect(description.traits == [.link, .selected])
        #expect(description.language == "de")
        #expect(AccessibilityDescription(Row(["title": "A"], index: 0), figures, .english).traits == [])
        #expect(
            AccessibilityDescription(Row(["title": "A", "report": ["output": "o"]], index: 0), figures, .english).traits
                == [
                    .button
                ]
        )
    }

    @Test("gets the level of a heading")
    func heading() throws {
        guard case .heading(let heading) = Element(["kind": "heading", "text": "H", "lang": "ja"]) else { return }
        let description = AccessibilityDescription(heading, level: 3)
        #expect(description.traits == [.heading] && description.headingLevel == 3 && description.language == "ja")
    }

    @Test("passes a picture without a text by")
    func image() throws {
        #expect(AccessibilityDescription(ImageElement(["url": "/a.svg", "alt": ""])).isHidden)
        let described = AccessibilityDescription(ImageElement(["characters": "弟", "alt": "Brother", "lang": "ja"]))
        #expect(described.label == "Brother" && described.traits == [.image] && described.language == "ja")
    }

    @Test("reads the time that is left as the value of a button, so that its name stays")
    func button() throws {
        guard
            case .button(let button) = Element([
                "kind": "button", "label": "Resend", "output": "o", "badge": "1", "selected": true,
            ])
        else { return }
        let waiting = AccessibilityDescription(button, countdown: "0:42", .english)
        #expect(waiting.label == "Resend, 1" && waiting.value == "0:42")
        #expect(waiting.traits == [.button, .selected, .updatesFrequently])
        #expect(AccessibilityDescription(button, isPending: true, .english).value == "Loading")
    }

    @Test("reads an error of a field before its help")
    func field() throws {
        let field = try #require(Field(["name": "code", "label": "Code", "help": "Six digits."]))
        let description = AccessibilityDescription(field, faults: ["Incorrect code."], isRequired: false, .english)
        #expect(description.label == "Code, optional")
        #expect(description.hint == "Incorrect code. Six digits.")
        #expect(AccessibilityDescription(field, faults: [], isRequired: nil, .english).label == "Code")
    }

    @Test("reads values as the user writes them")
    func values() throws {
        guard case .progress(let progress) = Element(["kind": "progress", "value": 0.25]),
            case .stepper(let stepper) = Element(["kind": "stepper", "label": "Count", "value": 1000]),
            case .timeline(let timeline) = Element([
                "kind": "timeline", "steps": [["title": "Paid", "status": "done"]],
            ]),
            case .choice(let choice) = Element(["kind": "chips", "options": [["key": "a", "label": "A"]]]),
            case .toggle(let toggle) = Element(["kind": "toggle", "label": "News", "help": "Weekly."]),
            case .map(let map) = Element([
                "kind": "map", "markers": [["title": "B", "latitude": 1, "longitude": 1, "selected": true]],
            ])
        else { return }
        #expect(AccessibilityDescription(progress, figures, .english).label == "Loading")
        #expect(AccessibilityDescription(progress, figures, .english).value == "25%")
        #expect(AccessibilityDescription(stepper, value: 1000, figures).value == "1,000")
        #expect(AccessibilityDescription(timeline.steps[0], figures, .english).label == "Paid, done")
        #expect(AccessibilityDescription(choice.options[0], isSelected: true).traits == [.button, .selected])
        #expect(AccessibilityDescription(toggle).hint == "Weekly.")
        #expect(AccessibilityDescription(map.markers[0]).traits == [.selected])
    }

    @Test("is told of new messages, of errors first, and of no message twice")
    func messages() throws {
        var announcements = Announcements()
        let sent: JSONValue = ["code": "sent", "level": "info", "text": "Sent."]
        let wrong: JSONValue = ["code": "wrong", "level": "error", "text": "Wrong."]
        #expect(announcements.next(try content([]), .online, .english) == [])
        #expect(
            announcements.next(try content([], messages: [sent, wrong]), .online, .english) == [
                Announcement(text: "Wrong.", isUrgent: true), Announcement(text: "Sent.", isUrgent: false),
            ]
        )
        #expect(announcements.next(try content([], messages: [sent, wrong]), .online, .english) == [])
    }

    @Test("is told of the results of a search")
    func results() throws {
        let list = { (titles: [String]) -> [JSONValue] in
            [
                ["kind": "search", "output": "search"],
                ["kind": "list", "sections": [["rows": .array(titles.map { ["title": .string($0)] })]]],
            ]
        }
        var announcements = Announcements()
        #expect(announcements.next(try content(list(["a", "b"])), .online, .english) == [])
        #expect(announcements.next(try content(list(["a"])), .online, .english).map(\.text) == ["1 result"])
        #expect(announcements.next(try content(list(["b"])), .online, .english) == [])
    }

    @Test("is told of a lost connection only if it is lost for long")
    func connection() {
        var announcements = Announcements()
        #expect(announcements.next(nil, .reconnecting, .english) == [])
        #expect(announcements.next(nil, .online, .english) == [])
        #expect(announcements.next(nil, .unreachable, .english).map(\.isUrgent) == [true])
        #expect(announcements.next(nil, .online, .english).map(\.text) == ["The connection is back."])
    }

    @Test("pauses what goes on by itself, until its user lets it go on")
    func autoPause() {
        var pause = AutoPause()
        #expect(pause.set("motion", holds: true, isPaused: false) == true)
        #expect(pause.set("reader", holds: true, isPaused: true) == nil)
        #expect(pause.set("motion", holds: false, isPaused: true) == nil)
        #expect(pause.set("reader", holds: false, isPaused: true) == false)
        #expect(pause.set("motion", holds: true, isPaused: true) == nil)
        #expect(pause.toggle(isPaused: true) == false)
        #expect(pause.set("motion", holds: false, isPaused: false) == nil)
    }
}
