"""The agent: context, perceive, propose, consent, execute, remember."""
