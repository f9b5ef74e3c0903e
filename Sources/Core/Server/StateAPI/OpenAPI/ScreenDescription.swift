import Coordination
import Documents
import JSON

/// The description of a kind of screen: what its type says about its instances.
struct ScreenDescription {
    private let screen: any Screen.Type

    init(_ screen: any Screen.Type) { self.screen = screen }

    /// The schema of the props.
    ///
    /// If none can be derived, it allows any object and says why.
    var props: OpenAPISchema {
        do throws(PropsSchemaError) {
            return OpenAPISchema(try screen.propsSchema())
        } catch {
            return OpenAPISchema.object.described("The schema can't be derived from the type, because \(error.reason).")
        }
    }

    /// Writes the description with the outputs that the application wires.
    func write(outputs: [any ScreenOutput], to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", screen.name)
            if !screen.title.isEmpty { writer.member("title", screen.title) }
            if !screen.variants.isEmpty { writer.member("variants", array: screen.variants) { $1.string($0) } }
            writer.member("props", JSONObject?.some(props.json))
            writer.member("outputs", array: outputs) { output, writer in
                writer.object { writer in
                    writer.member("name", output.name)
                    writer.member("schema", output.schema)
                }
            }
        }
    }
}
