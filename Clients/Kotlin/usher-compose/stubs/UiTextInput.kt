package androidx.compose.ui.text.input

import androidx.compose.runtime.stub

class KeyboardType {
    companion object {
        val Text: KeyboardType = stub()
        val Email: KeyboardType = stub()
        val Phone: KeyboardType = stub()
        val Password: KeyboardType = stub()
        val NumberPassword: KeyboardType = stub()
        val Number: KeyboardType = stub()
        val Decimal: KeyboardType = stub()
    }
}

class KeyboardCapitalization {
    companion object {
        val None: KeyboardCapitalization = stub()
        val Sentences: KeyboardCapitalization = stub()
    }
}

class ImeAction {
    companion object {
        val Default: ImeAction = stub()
        val Search: ImeAction = stub()
        val Next: ImeAction = stub()
        val Done: ImeAction = stub()
    }
}

interface VisualTransformation {
    companion object {
        val None: VisualTransformation = stub()
    }
}

class PasswordVisualTransformation(val mask: Char = '\u2022') : VisualTransformation
