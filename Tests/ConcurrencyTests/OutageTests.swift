import Testing

@testable import Concurrency

@Suite("The outages that get a line in the log")
struct OutageTests {
    private let begin = ContinuousClock.now

    @Test("an outage is logged when it begins and when it ends, however many tries fail")
    func once() {
        var outage = Outage()
        #expect(outage.failed(at: begin) == 0)
        for second in 1...3_600 { #expect(outage.failed(at: begin + .seconds(second)) == nil) }
        #expect(outage.isOngoing)
        #expect(outage.succeeded(at: begin + .seconds(3_601)) == .init(failures: 3_601, duration: .seconds(3_601)))
        #expect(!outage.isOngoing)
        #expect(outage.succeeded(at: begin + .seconds(3_602)) == nil)
    }

    @Test("a database that comes and goes 535 times in ten minutes gets one pair of lines a minute, with the count")
    func flicker() {
        var outage = Outage()
        var beginnings: [Int] = [], ends = 0
        for change in 0..<535 {
            let time = begin + .milliseconds(change * 1_120)
            if let omitted = outage.failed(at: time) { beginnings.append(omitted) }
            if outage.succeeded(at: time + .milliseconds(500)) != nil { ends += 1 }
        }
        #expect(beginnings.count == 10 && ends == 10)
        // Each outage is either logged or counted, but for those after the last line.
        #expect(beginnings.reduce(0, +) + beginnings.count > 535 - 60)
    }

    @Test("an outage that follows another one within a minute is logged once it has lasted for five seconds")
    func lasting() {
        var outage = Outage()
        #expect(outage.failed(at: begin) == 0)
        #expect(outage.succeeded(at: begin + .seconds(1)) != nil)
        #expect(outage.failed(at: begin + .seconds(2)) == nil)
        #expect(outage.succeeded(at: begin + .seconds(3)) == nil)
        #expect(outage.failed(at: begin + .seconds(4)) == nil)
        #expect(outage.failed(at: begin + .seconds(9)) == 1)
        #expect(outage.succeeded(at: begin + .seconds(20)) == .init(failures: 2, duration: .seconds(16)))
    }
}
