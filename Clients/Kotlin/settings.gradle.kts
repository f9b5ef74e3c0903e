// The build for those who have Gradle. It was never run: the project's machines have none. Scripts/checks/kotlin-client.sh builds and tests
// the modules with kotlinc.
pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}

dependencyResolutionManagement {
    repositories {
        google()
        mavenCentral()
    }
}

rootProject.name = "usher"

include("usher-client", "usher-rendering", "usher-compose", "example")
project(":example").projectDir = file("../../Examples/compose")
