internal import Glibc

/// The value of the `Date` field (RFC 9110 §5.6.7), which is made once a second.
struct DateField {
    private var time: Int64?
    private(set) var text = ""

    /// Sets the time, in seconds since 1970.
    mutating func set(_ time: Int64) {
        guard time != self.time else { return }
        self.time = time
        text = Self.text(of: time)
    }

    private static func text(of time: Int64) -> String {
        var time = time_t(time)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = unsafe "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let hour = unsafe "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
        return unsafe "\(day) \(1900 + parts.tm_year) \(hour) GMT"
    }
}
