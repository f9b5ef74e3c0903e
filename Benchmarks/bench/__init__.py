"""Benchmarks of Usher against other servers and the limits of the machine; see ../README.md."""
