import Testing

@testable import Coordination

@Suite("A copy-on-write value")
struct CopyOnWriteTests {
    @Test("copies share one value until one of them is changed")
    func copies() {
        let first = CopyOnWrite([1, 2])
        var second = first
        #expect(second.isIdentical(to: first))
        second.value.append(3)
        #expect(first.value == [1, 2])
        #expect(second.value == [1, 2, 3])
        #expect(!second.isIdentical(to: first))
    }

    @Test("an unshared value is changed in place")
    func own() {
        var box = CopyOnWrite([1, 2])
        let before = unsafe box.value.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        box.value[0] = 9
        let after = unsafe box.value.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        #expect(before == after)
        #expect(box.value == [9, 2])
    }

    @Test("two boxes with equal values are equal")
    func equality() {
        #expect(CopyOnWrite("a") == CopyOnWrite("a"))
        #expect(CopyOnWrite("a") != CopyOnWrite("b"))
    }
}
