"""General words in English and Chinese that the cues look for. No names of particular people, places or companies."""
