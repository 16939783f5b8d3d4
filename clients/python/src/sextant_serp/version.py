"""The version of this package. It equals that of the service."""

__version__ = "0.1.0"
