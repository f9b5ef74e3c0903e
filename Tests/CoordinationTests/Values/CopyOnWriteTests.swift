import Testing

@testable import Coordination

@Suite("A copy-on-write value")
struct CopyOnWriteTests {
    @Test("is one for all who have it, until one of them changes it")
    func copies() {
        let first = CopyOnWrite([1, 2])
        var second = first
        #expect(second.isIdentical(to: first))
        second.value.append(3)
        #expect(first.value == [1, 2])
        #expect(second.value == [1, 2, 3])
        #expect(!second.isIdentical(to: first))
    }

    @Test("is changed where it is when nobody else has it")
    func own() {
        var box = CopyOnWrite([1, 2])
        let before = unsafe box.value.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        box.value[0] = 9
        let after = unsafe box.value.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        #expect(before == after)
        #expect(box.value == [9, 2])
    }

    @Test("is the same as another of the same value")
    func equality() {
        #expect(CopyOnWrite("a") == CopyOnWrite("a"))
        #expect(CopyOnWrite("a") != CopyOnWrite("b"))
    }
}
