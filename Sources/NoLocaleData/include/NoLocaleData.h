// Nothing to call: what this target has takes effect when the program is linked.
