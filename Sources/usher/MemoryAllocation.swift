import CMalloc

/// The settings of the C library's allocator, malloc(3).
enum MemoryAllocation {
    /// Makes the allocator get memory from the kernel and return it in larger pieces, and therefore seldom (mallopt(3)).
    ///
    /// Both need the kernel's lock on the memory of the process. A password hash holds that lock for about 6 ms while it gets
    /// its 19 MiB, and with the default settings one or two of a hundred requests waited for it.
    static func useLargePieces() {
        mallopt(M_TOP_PAD, 1 << 20)
        mallopt(M_TRIM_THRESHOLD, 4 << 20)
    }
}
