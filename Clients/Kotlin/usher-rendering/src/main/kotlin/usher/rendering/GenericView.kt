package usher.rendering

import usher.client.Output
import usher.client.Screen
import usher.client.json.JsonObject
import usher.client.json.asObject
import usher.client.json.child
import usher.client.json.list
import usher.client.json.text

/** Makes a view for a screen without one: its properties, and a form or a button for each output, from the schema. */
internal object GenericView {
    fun elements(screen: Screen): List<Element> {
        val props = screen.props.orEmpty()
        val properties = if (props.isEmpty()) emptyList() else listOf(Element.Properties(props))
        return properties + screen.outputs.map { control(it) }
    }

    /** A name in code as a label: "postCode" becomes "Post code". */
    fun label(name: String): String {
        val spaced = name.replace(Regex("[_-]+"), " ").replace(Regex("(\\p{Ll}|\\d)(\\p{Lu})")) { found ->
            val (end, start) = found.destructured
            "$end ${start.map { Character.toLowerCase(it) }.joinToString("")}"
        }
        return spaced.take(1).map { Character.toUpperCase(it) }.joinToString("") + spaced.drop(1)
    }

    private fun control(output: Output): Element {
        val label = label(output.name)
        val schema = output.schema ?: return button(mapOf("label" to label, "output" to output.name))
        val fields = if (Schema.type(schema) == "object") {
            schema.child("properties").orEmpty()
                .map { (name, its) -> field(name, its.asObject().orEmpty(), label(name)) }
        } else {
            listOf(field("value", schema, label))
        }
        return Element.Form(output.name, label, Role.PLAIN, fields)
    }

    private fun field(name: String, schema: JsonObject, label: String): Field {
        val values = schema.list("enum")
        val isSecret = schema["writeOnly"] == true
        return Field(
            name = name,
            label = schema.text("title") ?: label,
            input = when {
                "const" in schema -> Input.HIDDEN
                values.isNotEmpty() -> Input.CHOICE
                else -> when (Schema.type(schema)) {
                    "boolean" -> Input.TOGGLE
                    "integer", "number" -> Input.NUMBER
                    "object", "array" -> Input.MULTILINE
                    else -> when (schema.text("format")) {
                        "email" -> Input.EMAIL
                        "date" -> Input.DATE
                        "password" -> Input.PASSWORD
                        else -> Input.TEXT
                    }
                }
            },
            value = schema["const"] ?: schema["default"],
            placeholder = null,
            autocomplete = null,
            help = schema.text("description"),
            isSecret = isSecret,
            isRequired = null,
            choices = values.map { Choice(it, it.toString()) }
        )
    }
}
