package androidx.compose.ui.text

import androidx.compose.runtime.stub
import androidx.compose.ui.text.font.FontFamily
import androidx.compose.ui.text.intl.LocaleList

class TextStyle {
    fun copy(fontFamily: FontFamily? = stub(), localeList: LocaleList? = stub()): TextStyle = stub()
}
