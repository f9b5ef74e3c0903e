"""Measures Usher against what it could be measured against; see README.md beside this folder."""
