"""The version of this package. `npm run python` writes that of the service."""

__version__ = "1.0.0"
