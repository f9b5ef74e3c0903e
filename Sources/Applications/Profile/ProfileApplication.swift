public import Coordination

/// The `profile` application: data that flows back along a stack, and a screen with two looks.
public enum ProfileApplication {
    /// Puts the application together.
    ///
    /// - Parameter factory: Where people can live and work, and how cities look.
    /// - Throws: ``ApplicationError`` for mistakes in the wiring.
    public static func make(factory: any ProfileFactory = DemoProfileFactory()) throws(ApplicationError) -> Application
    {
        let moscow = factory.geography.demo.first
        return try Application(
            "profile",
            title: "Profile",
            root: ProfileCoordinator.self,
            state: .init(user: User(name: "Pavel Gurov", city: moscow)),
            factory: factory
        )
    }
}
