package androidx.compose.ui.semantics

import androidx.compose.runtime.stub
import androidx.compose.ui.Modifier

interface SemanticsPropertyReceiver

class LiveRegionMode {
    companion object {
        val Polite: LiveRegionMode = stub()
        val Assertive: LiveRegionMode = stub()
    }
}

class Role {
    companion object {
        val Button: Role = stub()
        val Checkbox: Role = stub()
        val RadioButton: Role = stub()
        val Switch: Role = stub()
        val Image: Role = stub()
    }
}

fun Modifier.semantics(
    mergeDescendants: Boolean = false,
    properties: SemanticsPropertyReceiver.() -> Unit
): Modifier = stub()

fun Modifier.clearAndSetSemantics(properties: SemanticsPropertyReceiver.() -> Unit): Modifier = stub()

fun SemanticsPropertyReceiver.heading(): Unit = stub()

fun SemanticsPropertyReceiver.error(description: String): Unit = stub()

var SemanticsPropertyReceiver.contentDescription: String by Property()

var SemanticsPropertyReceiver.stateDescription: String by Property()

var SemanticsPropertyReceiver.paneTitle: String by Property()

var SemanticsPropertyReceiver.liveRegion: LiveRegionMode by Property()

var SemanticsPropertyReceiver.role: Role by Property()

var SemanticsPropertyReceiver.selected: Boolean by Property()

var SemanticsPropertyReceiver.contentType: androidx.compose.ui.autofill.ContentType by Property()

private class Property<Value> {
    operator fun getValue(receiver: SemanticsPropertyReceiver, property: kotlin.reflect.KProperty<*>): Value = stub()

    operator fun setValue(
        receiver: SemanticsPropertyReceiver,
        property: kotlin.reflect.KProperty<*>,
        value: Value
    ): Unit = stub()
}
