"""`python -m companion`."""

import sys

from companion.cli.main import run

sys.exit(run())
