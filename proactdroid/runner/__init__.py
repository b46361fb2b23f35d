"""Runs: the agent in its process, and who stands beside it."""
