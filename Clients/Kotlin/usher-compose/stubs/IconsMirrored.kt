package androidx.compose.material.icons.automirrored.filled

import androidx.compose.material.icons.Icons
import androidx.compose.runtime.stub
import androidx.compose.ui.graphics.vector.ImageVector

val Icons.AutoMirrored.Filled.ArrowBack: ImageVector get() = stub()

val Icons.AutoMirrored.Filled.List: ImageVector get() = stub()

val Icons.AutoMirrored.Filled.MenuBook: ImageVector get() = stub()
