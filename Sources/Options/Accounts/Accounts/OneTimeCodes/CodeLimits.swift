import AccountFlows

/// The limits on sending and checking one-time codes.
///
/// A number has three shares of codes:
///
/// - A share for its owners: accounts that have verified the number, in a session, and resets of their passwords that come from
///   a session or an address which has signed in to the account before.
/// - A share for the first requests: the first one of each site for the number within a day.
/// - A share for all other requests.
///
/// Strangers at other addresses therefore never use up the codes of an owner who is signed in, or at home. An owner at a new
/// address uses the share of the first requests. A stranger has one of them a day for each site. An owner with a number that is
/// not yet verified is a stranger like any other.
///
/// The codes of a day are shared, too: a tenth of them for a client address, a fifth for the addresses of one site, half for
/// the numbers of one country, and a fifth is reserved for owners and another for sites that have requested none on that day.
public struct CodeLimits: Equatable, Sendable {
    /// The time for which a code is valid (10 minutes by default).
    public var lifetime: Duration = .seconds(600)
    /// The number of attempts that a code allows (5 by default).
    public var attempts = 5
    /// The time after which a session can request a code for the same number again (30 seconds by default).
    public var resendAfter: Duration = .seconds(30)
    /// The time for which a code can't be replaced by a request of another session (2 minutes by default).
    public var protectedFor: Duration = .seconds(120)
    /// The codes for a number, for its owners, and for all requests but the first ones.
    ///
    /// The default is 5 and one more every 30 minutes.
    public var perPhone = RateLimit(burst: 5, interval: .seconds(1_800))
    /// The codes for a number on the first requests of sites (by default 5 and one more every hour).
    public var firstPerPhone = RateLimit(burst: 5, interval: .seconds(3_600))
    /// The codes for a number that a client address requests (by default 4 and one more every hour).
    public var perPhoneAndAddress = RateLimit(burst: 4, interval: .seconds(3_600))
    /// The codes that a session requests for any numbers (by default 5 and one more every 12 minutes).
    public var perSession = RateLimit(burst: 5, interval: .seconds(720))
    /// The codes that an account requests for any numbers (by default 5 and one more every 12 minutes).
    public var perAccount = RateLimit(burst: 5, interval: .seconds(720))
    /// The codes that a client address requests (by default 30 and one more every 2 minutes).
    public var perAddress = RateLimit(burst: 30, interval: .seconds(120))
    /// The wrong attempts at a number's codes, for owners and for others.
    ///
    /// The default is 50 and one more every 30 minutes. A code allows no more attempts than are left, but at least one, so the
    /// number is never blocked. The count covers all codes of the number, because a new code must not reset it (NIST SP
    /// 800-63B-4 section 3.2.2), and a right code resets it.
    public var wrongPerPhone = RateLimit(burst: 50, interval: .seconds(1_800))
    /// The number of codes that are sent to all numbers within a day in UTC (1,000 by default).
    ///
    /// A fifth of it is reserved for owners of the number, and a fifth for the first requests of sites. A client address can
    /// request at most a tenth of it, and all addresses of a site, which are 256 IPv4 addresses or an IPv6 network of 48 bits,
    /// a fifth. Numbers of one country get at most half of it, unless ``prefixes`` names no other country. Owners don't count.
    public var perDay = 1_000
    /// The prefixes of the numbers that get codes, such as `+49`, or none, the default, to allow all numbers.
    public var prefixes: [String] = []

    /// Creates the default limits.
    public init() {}

    func allows(_ phone: PhoneNumber) -> Bool {
        prefixes.isEmpty || prefixes.contains { phone.digits.hasPrefix($0) }
    }

    /// The share of a day's codes for a client address: a tenth, half of it at once.
    var dayShareOfAddress: RateLimit { share(perDay / 10) }

    /// The share of a day's codes for the addresses of a site: a fifth, half of it at once.
    var dayShareOfSite: RateLimit { share(perDay / 5) }

    /// The share of a day's codes for the numbers of one country: a half, half of it at once, or `nil` for a single country.
    var dayShareOfCountry: RateLimit? {
        let countries = Set(prefixes.compactMap { CallingCode($0) })
        return countries.count == 1 && prefixes.allSatisfy { CallingCode($0) != nil } ? nil : share(perDay / 2)
    }

    /// The first request of a site within a day.
    static let firstOfDay = RateLimit(burst: 1, interval: .seconds(86_400))

    /// Returns a limit that allows a number of codes within any 24 hours, but at least 6, half of them at once.
    private func share(_ codes: Int) -> RateLimit {
        let half = max(3, codes / 2)
        return RateLimit(burst: half, interval: .seconds(86_400) / half)
    }

    /// Returns the number of codes that can be sent within a day before a request gets none.
    ///
    /// A fifth of the codes of a day is reserved for owners, and another fifth for the first requests of sites.
    func perDay(isOwner: Bool, isFirst: Bool) -> Int {
        if isOwner { return perDay }
        return perDay - perDay / 5 * (isFirst ? 1 : 2)
    }
}
