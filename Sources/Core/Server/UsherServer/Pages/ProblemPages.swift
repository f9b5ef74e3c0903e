import HTTPCore
import StateAPI

/// A filter that turns a problem into a page, for a browser that goes to an address.
///
/// A browser asks for a page with `Accept: text/html,…`, and its user can't read JSON. Such a request gets the same
/// status and the same fields with a small page in the user's language. Everything else gets the problem as it is:
/// programs, the client's own requests, and every route of the API, which a developer may open in a browser.
///
/// It comes before the log among the filters, so that it sees responses after the log, which reads the problem.
struct ProblemPages: HTTPFilter {
    private let routes: RouteTable

    /// Makes the filter, which leaves the problems of some routes as they are.
    init(besides routes: RouteTable) {
        self.routes = routes
    }

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        guard response.status.code >= 400, response.fields[.contentType] == "application/problem+json",
            request.isForPage, routes.match(request).index == nil
        else { return }
        let texts = PageTexts.all[request.pageLanguage] ?? .english
        for name in Self.replaced { response.fields.removeAll(name) }
        response.fields.append(.contentType, "text/html; charset=utf-8")
        response.fields.append(.contentLanguage, texts.language)
        response.fields.append(.contentSecurityPolicy, Self.policy)
        response.body = .bytes(Array(Self.page(texts, status: response.status.code, id: request.id).utf8))
    }

    private static let replaced: [HTTPFieldName] = [
        .contentType, .contentEncoding, .contentLanguage, .contentSecurityPolicy,
    ]

    /// The policy allows the style of ``page(_:status:id:)`` by its hash, and nothing else.
    static let policy = """
        default-src 'none'; style-src 'sha256-mJW7xYCEY40oe8d6dDCDz2eBg1NvDJY6u+z8PSdeLss='; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
    private static let style = """
        :root{color-scheme:light dark}\
        body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;padding:1.5rem;box-sizing:border-box;\
        text-align:center;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f6f3ed,#141715);color:light-dark(#1d2320,#e9ece9)}\
        h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}p{margin:0 0 1.5rem;max-width:34ch}\
        a{display:inline-block;padding:.75rem 1.5rem;border-radius:.75rem;background:light-dark(#0e6656,#7fd6c2);\
        color:light-dark(#fff,#06241e);font-weight:600;text-decoration:none}\
        a:focus-visible{outline:3px solid;outline-offset:3px}small{color:light-dark(#5c645f,#a3aba6)}
        """

    /// Returns the page, which contains nothing of the request but its id.
    private static func page(_ texts: PageTexts, status: Int, id: String) -> String {
        let (title, text) = texts.text(of: status)
        return """
            <!doctype html><html lang="\(texts.language)"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width, initial-scale=1"><title>\(title)</title>\
            <style>\(style)</style></head><body><main><h1>\(title)</h1><p>\(text)</p>\(link(texts, status))\
            <p><small>\(status) · \(escaped(id))</small></p></main></body></html>
            """
    }

    /// The way on: home, or the same address again if that can help, or none for a wrong host, which has no page at all.
    private static func link(_ texts: PageTexts, _ status: Int) -> String {
        switch status {
        case 421: ""
        case 429, 500...: "<p><a href=\"\">\(texts.again)</a></p>"
        default: "<p><a href=\"/\">\(texts.home)</a></p>"
        }
    }

    /// Escapes the id of a request, which clients may choose.
    private static func escaped(_ text: String) -> String {
        text.map { "<>&\"'".contains($0) ? "_" : String($0) }.joined()
    }
}

extension HTTPRequest {
    fileprivate var pageLanguage: String {
        language(among: ["en", "de", "ja"]) ?? "en"
    }
}

extension HTTPFieldName {
    fileprivate static let contentLanguage: HTTPFieldName = "Content-Language"
}
