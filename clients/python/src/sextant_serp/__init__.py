"""Client of Sextant, the self-hosted search-data API."""

from ._async.client import AsyncClient
from ._async.download import Download as AsyncDownload
from ._sync.client import Client
from ._sync.download import Download
from ._sync.lookups import Lookup
from .errors import JournalError, SextantError, WebhookError
from .progress import Progress
from .rows import COLUMNS, iterate_rows, rows_of, to_dataframe
from .version import __version__
from .webhook import WebhookEvent, verify_webhook

__all__ = [
    "COLUMNS",
    "AsyncClient",
    "AsyncDownload",
    "Client",
    "Download",
    "JournalError",
    "Lookup",
    "Progress",
    "SextantError",
    "WebhookError",
    "WebhookEvent",
    "__version__",
    "iterate_rows",
    "rows_of",
    "to_dataframe",
    "verify_webhook",
]
