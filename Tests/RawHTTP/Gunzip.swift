internal import CZlib

/// Returns the content of gzip (RFC 1952), or `nil` if it is not gzip, or has more than a megabyte.
package func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    // 16 stands for gzip, and 15 for the largest window.
    guard unsafe inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
        return nil
    }
    defer { unsafe inflateEnd(&stream) }
    var input = bytes
    var result = CInt(0)
    let content = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { output, count in
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe stream.next_in = input.baseAddress
            unsafe stream.avail_in = CUnsignedInt(input.count)
            unsafe stream.next_out = output.baseAddress
            unsafe stream.avail_out = CUnsignedInt(output.count)
            result = unsafe inflate(&stream, Z_FINISH)
            count = unsafe Int(stream.total_out)
        }
    }
    return result == Z_STREAM_END ? content : nil
}
