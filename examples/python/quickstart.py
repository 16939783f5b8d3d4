"""Orders a result page and prints its first results: BASE_URL=... KEY=... python3 examples/python/quickstart.py "red shoes" US

Install the client first: pip install ./clients/python. Without an installation: PYTHONPATH=clients/python/src.
"""

import os
import sys

from sextant_serp import Client, SextantError


def main() -> None:
    keyword, region = (sys.argv[1:] + ["red shoes", "US"][len(sys.argv) - 1 :])[:2]
    with Client(os.environ.get("BASE_URL", "http://127.0.0.1:8080"), os.environ.get("KEY", "no-key")) as client:
        serp = client.serp.create({"keyword": keyword, "region": region})
        print(f"ordered {serp['id']}")
        serp = next(iter(client.serp.wait([serp["id"]], wait_seconds=300)))
    if serp["faulty"]:
        sys.exit(f"The request failed ({serp['verdict']}). Nothing was charged.")
    for item in serp["data"]["organic"][:3]:
        print(f"{item['position']}. {item['title']} {item['url']}")


if __name__ == "__main__":
    try:
        main()
    except SextantError as error:
        sys.exit(f"{error.status}: {error}")
