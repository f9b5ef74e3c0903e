// No declarations: this target only replaces a symbol when the program is linked.
