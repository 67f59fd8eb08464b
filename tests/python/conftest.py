"""What holds for all tests of the package."""

import signal

# Whoever starts the tests in the background may have told them to ignore Ctrl-C, and Python would keep to it.
signal.signal(signal.SIGINT, signal.default_int_handler)
