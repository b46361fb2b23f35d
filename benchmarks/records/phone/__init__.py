"""The simulated phone that records are staged on: an empty one in English and one in Chinese."""
