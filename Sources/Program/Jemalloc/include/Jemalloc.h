/* This target has no declarations: linking it replaces the allocator. */
