// The build of the example app, a module of the build in Clients/Kotlin. It was never run: the project's machines have no Gradle.
plugins {
    id("com.android.application")
    kotlin("android")
    id("org.jetbrains.kotlin.plugin.compose")
}

android {
    namespace = "example.items"
    compileSdk = 35

    defaultConfig {
        applicationId = "example.items"
        minSdk = 26
        targetSdk = 35
    }

    sourceSets["main"].apply {
        manifest.srcFile("AndroidManifest.xml")
        kotlin.setSrcDirs(listOf("."))
    }
}

dependencies {
    implementation(project(":usher-compose"))
    implementation("androidx.activity:activity-compose:1.9.3")
    implementation("androidx.lifecycle:lifecycle-viewmodel:2.8.7")
    implementation("io.coil-kt:coil-compose:2.7.0")
    implementation("io.coil-kt:coil-svg:2.7.0")
}
