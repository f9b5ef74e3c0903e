import NightTrain

extension PassportPicture {
    /// Reads the size of a picture from the header of a PNG or a JPEG, or returns `nil` for any other file.
    package init?(bytes: [UInt8]) {
        func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
            // The width and the height have four bytes each, of which the upper two are 0 in any real photo.
            self.init(format: "PNG", width: number(at: 18), height: number(at: 22))
            return
        }
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        // The segments of a JPEG: a marker, and the length of what follows. The first frame has the size.
        var offset = 2
        while offset + 9 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                self.init(format: "JPEG", width: number(at: offset + 7), height: number(at: offset + 5))
                return
            }
            offset += 2 + max(2, number(at: offset + 2))
        }
        return nil
    }
}
