plugins {
    kotlin("jvm")
    `java-library`
}

kotlin {
    jvmToolchain(17)
}

dependencies {
    testImplementation("junit:junit:4.13.2")
}

// The tests with the program run in the folder of the repository.
tasks.test {
    workingDir = rootDir.resolve("../..")
}
