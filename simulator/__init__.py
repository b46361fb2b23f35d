"""A simulated Android phone that speaks the real ADB protocol.

Nothing outside this package but its own control client knows that the phone is simulated: agents meet it
only over a socket, in Android's own formats.
"""
