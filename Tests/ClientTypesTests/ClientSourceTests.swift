import ClientTypes
import Documents
import Foundation
import Programs
import Testing

@Suite("The types of an application for clients")
struct ClientSourceTests {
    /// Returns the source of the application with a member of every kind.
    private func source(in language: ClientLanguage) throws -> String {
        let types = try #require(ClientTypes(ClientContract([Travel.application()]), of: "travel"))
        return language.source(of: types, madeBy: "usher types travel --language \(language)")
    }

    @Test("a source in each language has all members, and is the same each time", arguments: ClientLanguage.allCases)
    func sources(language: ClientLanguage) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected/\(language).txt")
        let expected = try String(contentsOf: file, encoding: .utf8)
        let source = try source(in: language)
        #expect(source == expected)
    }

    @Test("an application that the contract does not have has no types")
    func unknown() throws {
        #expect(ClientTypes(ClientContract([try Travel.application()]), of: "market") == nil)
    }

    @Test("the source in Swift compiles, and what it decodes it encodes again")
    func swift() throws {
        let folder = try TemporaryFolder()
        try source(in: .swift).write(toFile: "\(folder.path)/Screens.swift", atomically: true, encoding: .utf8)
        let main = ##"""
            import Foundation

            let place = #"{"name":"Graz","region":{"name":"Styria"}}"#
            let trip = #"{"id":"1","stage":"on-the-way","price":{"amount":1,"currency":"eur"},"parts":[]}"#
            let rest = #""extra":[1,null],"class":true,"first-name":"Ann""#
            let props = #"{"trips":[\#(trip)],"counts":{"a":1},"place":\#(place),\#(rest)}"#
            guard case .trips(let trips) = try Screens.decode(name: "trips", props: Data(props.utf8)) else { fatalError() }
            precondition(trips.trips[0].stage == .onTheWay && trips.place?.region?.value.name == "Styria")
            precondition(trips.extra == .array([.number(1), .null]) && trips.firstName == "Ann")
            let later = try Screens.decode(name: "later", props: Data("{}".utf8))
            precondition(later == .other("later"))
            let again = try JSONDecoder().decode(TripsProps.self, from: JSONEncoder().encode(trips))
            precondition(again == trips && again.trips[0].parts == [])
            let output = TripsOutput.pay(TripsPay(card: TripsPayCard(number: "1"), kind: .debit))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            print(output.name, String(decoding: try encoder.encode(output.payload!), as: UTF8.self))

            """##
        try main.write(toFile: "\(folder.path)/main.swift", atomically: true, encoding: .utf8)
        let (printed, status) = try SwiftCompiler.run(folder)
        #expect(
            status == 0 && printed == #"pay {"card":{"number":"1"},"code":null,"kind":"debit"}"# + "\n",
            "\(printed)"
        )
    }
}
