import HTTPCore

/// A handler of the pages for operators, which asks for the token so that a browser knows it before the page calls the API.
struct OperatorPagesHandler: HTTPHandler {
    let api: StateAPI
    let access: OperatorAccess
    let next: any HTTPHandler

    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        do throws(APIError) {
            try access.check(request)
        } catch {
            return reply.send(api.response(to: error, request))
        }
        next.handle(request, reply)
    }
}
