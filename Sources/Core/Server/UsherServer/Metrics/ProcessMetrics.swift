import Concurrency
import Glibc
import Metrics

/// The metrics of the process, under the names that Prometheus' own clients give them, read from the kernel for each scrape.
///
/// A value that the kernel does not tell, such as without /proc, is not exposed.
final class ProcessMetrics: Sendable {
    /// The metrics of this process, which all of its servers share.
    static let shared = ProcessMetrics()

    private let processorTime = FloatingPointCounter(label: "process_cpu_seconds_total")
    private let memory = Gauge(label: "process_resident_memory_bytes")
    private let openFiles = Gauge(label: "process_open_fds")
    private let fileLimit = Gauge(label: "process_max_fds")
    private let startTime = Gauge(label: "process_start_time_seconds")
    /// The processor time that is counted, in seconds.
    private let counted = Lock(0.0)

    private init() {
        if let start = Self.startTime() { startTime.record(start) }
    }

    /// Updates the metrics.
    func update() {
        let seconds = Self.seconds(of: CLOCK_PROCESS_CPUTIME_ID)
        let increment = counted.withLock { counted in
            defer { counted = max(counted, seconds) }
            return max(0, seconds - counted)
        }
        processorTime.increment(by: increment)
        // proc_pid_statm(5): the second field is the resident set in pages.
        if let pages = Self.content(of: "/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }
        ) {
            memory.record(pages * sysconf(CInt(_SC_PAGESIZE)))
        }
        if let count = Self.openFileCount() { openFiles.record(count) }
        var limit = rlimit()
        if unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 {
            fileLimit.record(Double(limit.rlim_cur))
        }
    }

    /// Returns the number of open files: the size of the folder since Linux 6.2, before that the number of its entries.
    private static func openFileCount() -> Int? {
        var information = stat()
        guard unsafe stat("/proc/self/fd", &information) == 0 else { return nil }
        if information.st_size > 0 { return Int(information.st_size) }
        guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // Three entries are no open files: `.`, `..` and the folder that is open for this count.
        return count - 3
    }

    /// Returns the start of the process in seconds since 1970.
    private static func startTime() -> Double? {
        // proc_pid_stat(5): field 22 is the start in clock ticks after the boot. The name in field 2 may contain spaces, so the
        // fields are counted from its end.
        guard let text = content(of: "/proc/self/stat"), let name = text.lastIndex(of: ")"),
            let ticks = text[name...].split(separator: " ").dropFirst(20).first.flatMap({ Double($0) })
        else { return nil }
        let boot = seconds(of: CLOCK_REALTIME) - seconds(of: CLOCK_BOOTTIME)
        return boot + ticks / Double(sysconf(CInt(_SC_CLK_TCK)))
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func content(of path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = unsafe read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
