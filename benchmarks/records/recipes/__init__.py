"""Recipes: what records are made from, a file a scenario (docs/records.md tells how to write one)."""
