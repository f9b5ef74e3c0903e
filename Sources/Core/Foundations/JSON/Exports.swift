@_exported public import JSONValues
