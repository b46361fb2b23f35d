"""The application: command line, runs, reports."""

__version__ = "0.1.0"
