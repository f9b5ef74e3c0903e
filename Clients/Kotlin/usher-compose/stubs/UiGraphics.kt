package androidx.compose.ui.graphics

import androidx.compose.runtime.stub

class Color {
    companion object {
        val Transparent: Color = stub()
        val Unspecified: Color = stub()
    }
}

fun Color(color: Long): Color = stub()

interface Shape
