import HTTPCore

@testable import MicroHTTP

/// The heads of requests, split as the HTTP library splits them.
enum FuzzedHead {
    private static let validator = RequestValidator(
        targetBytesLimit: 4_096,
        headerBytesLimit: 8_192,
        headerCountLimit: 100,
        bodyBytesLimit: 65_536,
        hostNames: [Array("localhost".utf8)]
    )

    /// Validates a head: a request line, and field lines with a colon each.
    static func validate(_ input: [UInt8]) {
        var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        let words = (lines.popFirst() ?? []).split(separator: UInt8(ascii: " "), maxSplits: 2)
        var fields = HTTPFields()
        for line in lines {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            unsafe Array(parts[0]).withUnsafeBufferPointer { name in
                unsafe Array(parts[1]).withUnsafeBufferPointer { value in
                    unsafe fields.append(rawName: name, rawValue: value)
                }
            }
        }
        let head = RequestHead(
            method: words.first.map { String(decoding: $0, as: UTF8.self) } ?? "",
            target: words.dropFirst().first.map(Array.init) ?? [],
            version: words.dropFirst(2).first.map { String(decoding: $0, as: UTF8.self) } ?? "",
            fields: fields,
            size: input.count,
            blankBytes: 0,
            isContiguous: true
        )
        _ = validator.validate(head)
    }
}
