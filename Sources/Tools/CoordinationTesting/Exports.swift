// Tests use states, keys and errors of the pattern, so importing the tools imports the pattern, too.
@_exported public import Coordination
