"""The program, as `companion` and as `python -m companion`."""

import signal
import sys


def main() -> int:
    """Run the program and return its exit code. Ctrl-C ends it quietly, even during the import here."""
    try:
        from companion.cli.main import run

        return run()
    except KeyboardInterrupt:
        return 130  # as `run` returns
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C while Python exits would print a traceback


if __name__ == "__main__":
    sys.exit(main())
