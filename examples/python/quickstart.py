"""Orders a result page and prints its first results: BASE_URL=... KEY=... python3 examples/python/quickstart.py "red shoes" US

Uses the package requests if it is installed, otherwise the standard library.
"""

import json
import os
import sys
import time
import uuid

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8080")
KEY = os.environ.get("KEY", "")
TRIES_MAX = 5
WAIT_SECONDS_MAX = 300

try:
    import requests

    SESSION = requests.Session()

    def call_once(method, path, body, headers):
        """Returns status, headers and text of one response, or None without a response."""
        try:
            data = None if body is None else json.dumps(body).encode()
            answer = SESSION.request(method, BASE_URL + path, data=data, headers=headers, timeout=60)
            return answer.status_code, answer.headers, answer.text
        except requests.RequestException:
            return None

except ImportError:
    import urllib.error
    import urllib.request

    def call_once(method, path, body, headers):
        """Returns status, headers and text of one response, or None without a response."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(BASE_URL + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()
        except OSError:
            return None


def call(method, path, body=None):
    """Returns the parsed response. Retries lost responses, 429, 502, 503 and 504 under one key, so nothing is charged twice."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    for tries in range(TRIES_MAX):
        answer = call_once(method, path, body, headers)
        if answer is not None and answer[0] == 200:
            return json.loads(answer[2])
        if answer is not None and answer[0] not in (429, 502, 503, 504):
            sys.exit(f"{method} {path}: {answer[0]} {answer[2]}")
        told = None if answer is None else answer[1].get("Retry-After")
        time.sleep(int(told) if told else 0.5 * 2**tries)
    sys.exit(f"{method} {path}: no response after {TRIES_MAX} attempts")


def main():
    keyword, region = (sys.argv[1:] + ["red shoes", "US"][len(sys.argv) - 1 :])[:2]
    serp = call("POST", "/serp/new", {"keyword": keyword, "region": region})
    print(f"ordered {serp['id']}")
    end, pause = time.monotonic() + WAIT_SECONDS_MAX, 0.25
    while not serp["ready"] and not serp["faulty"]:
        if time.monotonic() > end:
            sys.exit("The request takes too long. Fetch it later by its ID.")
        time.sleep(pause)
        pause = min(5, pause * 1.5)
        serp = call("GET", f"/serp/{serp['id']}")
    if serp["faulty"]:
        sys.exit(f"The request failed ({serp['verdict']}). Nothing was charged.")
    for item in serp["data"]["organic"][:3]:
        print(f"{item['position']}. {item['title']} {item['url']}")


if __name__ == "__main__":
    main()
