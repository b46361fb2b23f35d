"""`python -m proactdroid`."""

from proactdroid.cli import main

main()
