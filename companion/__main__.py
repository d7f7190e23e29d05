"""The program, as `companion` and as `python -m companion`."""

import sys


def main() -> int:
    """Run the program and return its exit code; Ctrl-C ends it quietly, also while it is still being imported."""
    try:
        from companion.cli.main import run

        return run()
    except KeyboardInterrupt:
        return 130  # as `run` itself says
    finally:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python's own end would print a traceback


if __name__ == "__main__":
    sys.exit(main())
