import HTTPCore
import NightTrain

/// The picture of a ticket.
enum TicketPicture {
    /// Returns the response with the picture of a trip, which is a 404 without one.
    static func response(of trip: Trip?) -> HTTPResponse {
        guard let trip else { return .text(.notFound, "This user has no such ticket.") }
        let lines = [
            trip.train.number, "\(trip.train.from.name) – \(trip.train.to.name)", "Compartment \(trip.compartment)",
            trip.id,
        ]
        let texts = lines.enumerated().map { index, line in
            "<text x=\"20\" y=\"\(40 + index * 35)\">\(escaped(line))</text>"
        }
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" font-family="sans-serif" font-size="22" fill="#fff">\
            <rect width="400" height="200" rx="12" fill="#1c2340"/>\(texts.joined())</svg>
            """
        return HTTPResponse(.ok, fields: [.contentType: "image/svg+xml"], body: .bytes(Array(svg.utf8)))
    }

    private static func escaped(_ text: String) -> String {
        text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
    }
}
