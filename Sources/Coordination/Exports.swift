// The schema and JSON types are part of every payload, so authors get them with the pattern.
@_exported public import JSON
