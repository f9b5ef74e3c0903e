package androidx.compose.ui

import androidx.compose.runtime.stub

interface Modifier {
    companion object : Modifier
}

interface Alignment {
    interface Horizontal

    interface Vertical

    companion object {
        val Center: Alignment = stub()
        val BottomCenter: Alignment = stub()
        val TopEnd: Alignment = stub()
        val CenterVertically: Vertical = stub()
        val CenterHorizontally: Horizontal = stub()
    }
}
