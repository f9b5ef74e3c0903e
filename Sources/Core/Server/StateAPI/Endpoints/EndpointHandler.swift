package import Sessions

extension Endpoint {
    /// A handler of one of several kinds, which differ in the checks before it and in their order.
    package struct Handler: Sendable {
        package typealias Body = @Sendable (APICall) throws(APIError) -> Void

        let security: Security
        /// Returns the handler with its checks, for the type that a client must accept, or `nil` if it need not accept any.
        let checking: @Sendable (_ type: RequiredType?) -> Body

        /// The type that a client must accept.
        struct RequiredType: Sendable {
            let mediaType: String
            /// Whether the client may accept a form of the state instead.
            let isOrForm: Bool

            init(_ mediaType: String, orForm isOrForm: Bool) {
                self.mediaType = mediaType
                self.isOrForm = isOrForm
            }
        }

        /// A handler that checks the credential itself, if there is one.
        package static func open(_ security: Security = .none, _ handle: @escaping Body) -> Self {
            Self(security: security) { type in
                { call throws(APIError) in
                    try call.checkAccept(type)
                    try handle(call)
                }
            }
        }

        /// A handler for the session in the path, which is found before `Accept` is checked.
        package static func session(
            _ handle: @escaping @Sendable (APICall, Session, Credential) throws(APIError) -> Void
        ) -> Self {
            Self(security: .session) { type in
                { call throws(APIError) in
                    try call.withSession { session, credential throws(APIError) in
                        try call.checkAccept(type)
                        try handle(call, session, credential)
                    }
                }
            }
        }

        /// A handler for the session in the path, which is found after `Accept` was checked and the rest of the request was read.
        package static func session<Input: Sendable>(
            reading read: @escaping @Sendable (APICall) throws(APIError) -> Input,
            _ handle: @escaping @Sendable (APICall, Session, Credential, Input) throws(APIError) -> Void
        ) -> Self {
            Self(security: .session) { type in
                { call throws(APIError) in
                    try call.checkAccept(type)
                    let input = try read(call)
                    try call.withSession { session, credential throws(APIError) in
                        try handle(call, session, credential, input)
                    }
                }
            }
        }

        /// A handler for operators and the session in the path, which is found after the request was checked and read.
        ///
        /// The session is recorded in the audit log with the action.
        package static func session<Input: Sendable>(
            for access: OperatorAccess,
            _ action: AuditEvent.Action,
            reading read: @escaping @Sendable (APICall) throws(APIError) -> Input,
            _ handle: @escaping @Sendable (APICall, Session, Input) throws(APIError) -> Void
        ) -> Self {
            .operator(access) { call throws(APIError) in
                let input = try read(call)
                try call.withSessionForOperator(access, action) { session throws(APIError) in
                    try handle(call, session, input)
                }
            }
        }

        /// A handler for operators, who are known before `Accept` is checked.
        package static func `operator`(_ access: OperatorAccess, _ handle: @escaping Body) -> Self {
            Self(security: .none) { type in
                { call throws(APIError) in
                    try access.checkCall(call.request)
                    try call.checkAccept(type)
                    try handle(call)
                }
            }
        }
    }
}
