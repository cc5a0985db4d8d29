"""`python -m caravane` is `caravane`."""

import sys

from caravane.cli import main

sys.exit(main())
