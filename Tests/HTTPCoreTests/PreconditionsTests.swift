import HTTPCore
import Testing

@Suite("An entity tag condition") struct EntityTagConditionTests {
    @Test(
        "a condition is parsed according to RFC 9110",
        arguments: [
            ("*", .any), (" * ", .any), ("\"a\"", .tags([.init("a")])), ("W/\"a\"", .tags([.init("a", isWeak: true)])),
            ("\"a\" , W/\"b\",\"\"", .tags([.init("a"), .init("b", isWeak: true), .init("")])),
            (",, \"a\",,", .tags([.init("a")])), ("\"a,b\"", .tags([.init("a,b")])), ("\"a\\\"", .tags([.init("a\\")])),
            ("", .malformed), (",", .malformed), ("a", .malformed), ("\"a", .malformed), ("\"a\"b", .malformed),
            ("\"a\" \"b\"", .malformed), ("*, \"a\"", .malformed), ("\"a\", *", .malformed), ("w/\"a\"", .malformed),
            ("W \"a\"", .malformed), ("\"a b\"", .malformed), ("\"ü\"", .malformed),
        ] as [(String, EntityTagCondition)]
    )
    func parse(value: String, condition: EntityTagCondition) {
        #expect(EntityTagCondition(value) == condition)
    }

    @Test("several lines are one list of tags")
    func lines() {
        var fields: HTTPFields = [.ifMatch: "\"a\""]
        fields.append(.ifMatch, "\"b\"")
        #expect(EntityTagCondition(fields, .ifMatch) == .tags([.init("a"), .init("b")]))
        #expect(EntityTagCondition([:], .ifMatch) == nil)
    }

    @Test("tags are compared strongly or weakly")
    func comparison() {
        let (strong, weak, other) = (EntityTag("1"), EntityTag("1", isWeak: true), EntityTag("2"))
        #expect(strong.matchesStrongly(strong))
        #expect(!strong.matchesStrongly(weak) && !weak.matchesStrongly(weak) && !strong.matchesStrongly(other))
        #expect(strong.matchesWeakly(weak) && weak.matchesWeakly(weak) && !strong.matchesWeakly(other))
        #expect(weak.description == "W/\"1\"" && strong.description == "\"1\"")
    }
}

@Suite("Preconditions") struct PreconditionsTests {
    @Test(
        "preconditions are evaluated against the current tag",
        arguments: [
            (.get, nil, nil, "1", .satisfied), (.post, "\"1\"", nil, "1", .satisfied),
            (.post, "\"2\"", nil, "1", .failed),
            (.post, "\"2\", \"1\"", nil, "1", .satisfied), (.post, "W/\"1\"", nil, "1", .failed),
            (.post, "*", nil, "1", .satisfied),
            (.post, "*", nil, nil, .failed), (.post, "\"1\"", nil, nil, .failed), (.post, "1", nil, "1", .failed),
            (.get, nil, "\"1\"", "1", .notModified), (.head, nil, "W/\"1\"", "1", .notModified),
            (.get, nil, "\"2\"", "1", .satisfied), (.get, nil, "*", "1", .notModified),
            (.get, nil, "*", nil, .satisfied),
            (.put, nil, "*", "1", .failed), (.put, nil, "*", nil, .satisfied), (.put, nil, "\"1\"", "1", .failed),
            (.get, nil, "1", "1", .satisfied), (.put, nil, "1", "1", .failed),
            (.get, "\"1\"", "\"1\"", "1", .notModified),
            (.get, "\"2\"", "\"1\"", "1", .failed),
        ] as [(HTTPMethod, String?, String?, String?, Preconditions)]
    )
    func evaluate(method: HTTPMethod, match: String?, noneMatch: String?, current: String?, outcome: Preconditions) {
        var fields: HTTPFields = [:]
        fields[.ifMatch] = match
        fields[.ifNoneMatch] = noneMatch
        let request = HTTPRequest(method: method, target: "/", fields: fields)
        #expect(Preconditions.evaluate(request, current: current.map { EntityTag($0) }) == outcome)
    }
}
