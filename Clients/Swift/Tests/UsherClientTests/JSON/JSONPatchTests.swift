import Testing

@testable import UsherClient

@Suite("A JSON Patch")
struct JSONPatchTests {
    private let document: JSONValue = ["a": ["b": [1, 2, 3], "c/d": 1, "e~": 2], "f": "g"]

    @Test(
        "changes the document",
        arguments: [
            (#"[]"#, #"{"a":{"b":[1,2,3],"c/d":1,"e~":2},"f":"g"}"#),
            (#"[{"op":"add","path":"/a/b/1","value":9}]"#, #"{"a":{"b":[1,9,2,3],"c/d":1,"e~":2},"f":"g"}"#),
            (#"[{"op":"add","path":"/a/b/3","value":9}]"#, #"{"a":{"b":[1,2,3,9],"c/d":1,"e~":2},"f":"g"}"#),
            (#"[{"op":"add","path":"/a/b/-","value":9}]"#, #"{"a":{"b":[1,2,3,9],"c/d":1,"e~":2},"f":"g"}"#),
            (#"[{"op":"replace","path":"/a/b/0","value":[]}]"#, #"{"a":{"b":[[],2,3],"c/d":1,"e~":2},"f":"g"}"#),
            (#"[{"op":"remove","path":"/a/b/2"}]"#, #"{"a":{"b":[1,2],"c/d":1,"e~":2},"f":"g"}"#),
            (
                #"[{"op":"remove","path":"/a/c~1d"},{"op":"replace","path":"/a/e~0","value":null}]"#,
                #"{"a":{"b":[1,2,3],"e~":null},"f":"g"}"#
            ),
            (
                #"[{"op":"add","path":"/h","value":{"i":1}},{"op":"add","path":"/h/i","value":2}]"#,
                #"{"a":{"b":[1,2,3],"c/d":1,"e~":2},"f":"g","h":{"i":2}}"#
            ),
        ]
    )
    func changes(patch: String, result: String) throws {
        var changed = document
        try changed.apply(JSONPatch(JSONValue(parsing: patch)))
        #expect(changed.description == result)
    }

    @Test(
        "that is for another document is refused",
        arguments: ["/x/y", "/a/b/3", "/a/b/x", "/a/b/-", "/f/g", "/a/b/0/c", "/a/b/-1"]
    )
    func refused(path: String) throws {
        var changed = document
        let patch = try JSONPatch([["op": "replace", "path": .string(path), "value": 1]])
        let tokens = path.split(separator: "/").map(String.init)
        #expect(throws: PatchError.noSuchPath(tokens)) { try changed.apply(patch) }
    }

    @Test(
        "that the contract does not know is malformed",
        arguments: [
            #"{}"#, #"[{"op":"move","path":"/a","from":"/f"}]"#, #"[{"op":"add","path":"/a"}]"#,
            #"[{"op":"add","path":"a","value":1}]"#, #"[{"op":"replace","path":"","value":1}]"#,
        ]
    )
    func malformed(patch: String) throws {
        let document = try JSONValue(parsing: patch)
        #expect(throws: PatchError.malformed) { try JSONPatch(document) }
    }
}
