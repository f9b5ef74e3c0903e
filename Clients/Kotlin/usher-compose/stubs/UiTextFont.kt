package androidx.compose.ui.text.font

import androidx.compose.runtime.stub

abstract class FontFamily {
    companion object {
        val Monospace: FontFamily = stub()
    }
}
