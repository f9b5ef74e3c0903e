public import Coordination

/// The `profile` application: data flows back along a stack, and one screen has two variants.
public enum ProfileApplication {
    /// Creates the application.
    ///
    /// - Parameter factory: The factory for geography and screens.
    /// - Returns: The application `profile`, with a user who lives in the first city of the geography.
    /// - Throws: ``ApplicationError`` for errors in the wiring.
    public static func make(factory: any ProfileFactory = DemoProfileFactory()) throws(ApplicationError) -> Application
    {
        let moscow = factory.geography.demo.first
        return try Application(
            "profile",
            title: "Profile",
            root: ProfileCoordinator.self,
            state: .init(user: User(name: "Pavel Gurov", city: moscow)),
            factory: factory,
            samples: Samples(
                links: ["", "user", "services", "services/several"].map { "usher://profile/\($0)" },
                wrongLinks: ["usher://profile/nowhere"]
            )
        )
    }
}
