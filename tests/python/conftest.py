"""Setup for all tests."""

import signal

# A shell that starts the tests in the background may make them ignore Ctrl-C, which Python would not undo.
signal.signal(signal.SIGINT, signal.default_int_handler)
