// Payloads are made of JSON values and described by schemas, so authors get both with the pattern.
@_exported public import JSONValues
