"""The version of this package. `npm run python` writes that of the service."""

__version__ = "0.1.0"
