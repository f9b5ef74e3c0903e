plugins {
    kotlin("jvm")
    `java-library`
}

kotlin {
    jvmToolchain(17)
}

dependencies {
    api(project(":usher-client"))
    testImplementation("junit:junit:4.13.2")
    // The scripted transport and the clock that tests turn.
    val client = project(":usher-client").dependencyProject
    testImplementation(client.extensions.getByType<SourceSetContainer>()["test"].output)
}

tasks.test {
    workingDir = rootDir.resolve("../..")
}
