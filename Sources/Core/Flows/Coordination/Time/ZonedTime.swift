/// A time as the clocks of a place show it, such as the departure of a train.
///
/// A ``Timestamp`` in a text is in the time zone of the user. A train that leaves Vienna at 21:30 would leave at 15:30 for a user in New
/// York, so name the zone of the place:
///
/// ```swift
/// Text(String(localized: "Departure \(departure.in("Europe/Vienna"), style: .time)"))
/// ```
public struct ZonedTime: Codable, Equatable, Sendable {
    /// The instant that the clocks show.
    public let time: Timestamp
    /// The name of the time zone in the IANA database.
    public let zone: String
}

extension Timestamp {
    /// Returns the time as the clocks of a place show it.
    ///
    /// - Parameter zone: The name of a time zone in the IANA database, such as `Europe/Vienna`. For a name that is not in it, the text
    ///   has the time in UTC and says so.
    /// - Returns: A value for an interpolation in a ``LocalizedText``.
    public func `in`(_ zone: String) -> ZonedTime { ZonedTime(time: self, zone: zone) }
}
