// Authors need JSON values and schemas for payloads, so importing the pattern imports them, too.
@_exported public import JSONValues
