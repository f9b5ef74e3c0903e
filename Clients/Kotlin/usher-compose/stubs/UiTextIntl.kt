package androidx.compose.ui.text.intl

class LocaleList(languageTags: String)
