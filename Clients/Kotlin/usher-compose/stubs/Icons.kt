package androidx.compose.material.icons

object Icons {
    object AutoMirrored {
        object Filled
    }

    object Filled
}
