import Coordination
import Documents

#if Languages
import Locales
#endif

extension UsherProgram {
    /// Returns the language and the rules in which a client gets its documents, or `nil` for an application in one language.
    ///
    /// Without the trait `Languages`, numbers, prices and times are as programs write them.
    static let localize: Localizing = { application, client in
        #if Languages
        application.localization(for: client)
        #else
        application.plainLocalization(for: client)
        #endif
    }
}
