package androidx.compose.foundation.shape

import androidx.compose.runtime.stub
import androidx.compose.ui.graphics.Shape

class RoundedCornerShape : Shape

val CircleShape: RoundedCornerShape = stub()
