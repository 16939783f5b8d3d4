"""The service of the environment: BASE_URL and KEY, a test key."""

import os
import unittest

from sextant_serp import Client

BASE_URL = os.environ.get("BASE_URL", "")
KEY = os.environ.get("KEY", "")


def new_client(**options):
    return Client(BASE_URL, KEY, **options)


needs_service = unittest.skipUnless(BASE_URL and KEY, "BASE_URL and KEY are not set")


def requests_of(count, word="tea"):
    return [{"keyword": f"{word} {number}", "region": "US", "searchEngine": "duckduckgo"} for number in range(count)]
