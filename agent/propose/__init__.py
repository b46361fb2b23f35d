"""Proposers: a context in, a decision out."""
