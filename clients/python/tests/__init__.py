"""Tests of the client: `python3 -m unittest discover -t . -s tests` in the folder `clients/python`.

Tests against a service need BASE_URL and KEY, a test key, in the environment. The others need nothing.
"""
