package androidx.compose.ui.unit

import androidx.compose.runtime.stub

class Dp

val Int.dp: Dp get() = stub()

enum class LayoutDirection { Ltr, Rtl }
