import HTTPCore
import Testing

@Suite("Preferences") struct PreferencesTests {
    @Test(
        "preferences are parsed according to RFC 7240, and unknown ones ignored",
        arguments: [
            ([], nil, nil, false), (["wait=25"], 25, nil, false), (["WAIT = 25"], 25, nil, false),
            (["wait=\"7\""], 7, nil, false), (["return=minimal"], nil, .minimal, false),
            (["return=representation, wait=1"], 1, .representation, false),
            (["wait=1", "return=minimal"], 1, .minimal, false),
            (["wait=1, wait=2"], 1, nil, false), (["wait=1", "wait=2"], 1, nil, false),
            (["respond-async"], nil, nil, true),
            (["respond-async; x=1, wait=3;y"], 3, nil, true), (["foo; bar=\"a,b\", wait=4"], 4, nil, false),
            (["foo=\"a\\\", wait=9\", wait=4"], 4, nil, false), (["wait"], nil, nil, false),
            (["wait=-1"], nil, nil, false),
            (["wait=1.5"], nil, nil, false), (["wait=9999999999"], nil, nil, false),
            (["wait=x, wait=1"], nil, nil, false),
            (["return=Minimal"], nil, nil, false), (["@, wait=5"], 5, nil, false), (["\"wait=5"], nil, nil, false),
            ([",,"], nil, nil, false), (["handling=lenient,,wait=6"], 6, nil, false),
        ] as [([String], Int?, Preferences.Return?, Bool)]
    )
    func parse(lines: [String], wait: Int?, return: Preferences.Return?, isAsync: Bool) {
        var fields: HTTPFields = [:]
        for line in lines { fields.append(.prefer, line) }
        let preferences = Preferences(fields)
        #expect(preferences.wait == wait)
        #expect(preferences.return == `return`)
        #expect(preferences.respondAsync == isAsync)
    }
}
