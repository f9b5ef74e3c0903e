// Tests speak of states, keys and errors, so they get the pattern with the tools.
@_exported public import Coordination
