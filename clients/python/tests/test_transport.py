"""Servers and proxies that misbehave: the blocking client retries, reports and never hangs."""

import gzip
import json
import os
import pickle
import socket
import ssl
import threading
import time
import unittest
from unittest import mock

from sextant_serp import Client, SextantError
from sextant_serp.retry import response_lost

from .scripted import ScriptedServer, answer, raw, response

USER = {"createdAt": "2026-11-15T09:30:00+0000", "credits": []}
ERROR = {"code": 400, "message": "Bad input parameter: [1].region is not known.", "solution": "Find regions."}


def client_of(server, **options):
    return Client(server.url, "sxt_test_x", **{"backoff_seconds": 0.01, "timeout": 30, "trust_env": False, **options})


class Connections(unittest.TestCase):
    def test_one_connection_serves_many_calls(self):
        with ScriptedServer(answer(USER)) as server, client_of(server) as client:
            for _ in range(5):
                self.assertEqual(client.user(), USER)
            self.assertEqual(server.connections, 1)

    def test_a_connection_that_the_server_closed_is_replaced_without_a_retry(self):
        def close_after(exchange):
            exchange.send(response(USER))
            exchange.close()

        with ScriptedServer(close_after) as server, client_of(server, retries=0) as client:
            for _ in range(3):
                client.user()
                (connection,) = client._transport._idle
                end = time.monotonic() + 30
                # The end of the connection needs a moment to arrive.
                while connection.is_usable() and time.monotonic() < end:
                    time.sleep(0.01)
            self.assertEqual(server.connections, 3)

    def test_a_lookup_is_not_sent_twice_on_a_connection_that_ends_while_it_is_sent(self):
        with ScriptedServer(answer(USER), raw(b"")) as server, client_of(server) as client:
            client.user()
            with self.assertRaises(SextantError) as caught:
                client.whois("shop.example")
            self.assertEqual((caught.exception.code, caught.exception.retryable), ("network", False))
            self.assertEqual(len(server.requests), 2)

    def test_a_keep_alive_hint_is_respected(self):
        handler = answer(USER, headers={"Keep-Alive": "timeout=1"})
        with ScriptedServer(handler) as server, client_of(server) as client:
            client.user()
            client.user()
            self.assertEqual(server.connections, 2)

    def test_threads_use_connections_of_their_own(self):
        with ScriptedServer(answer(USER)) as server, client_of(server) as client:
            errors = []

            def work():
                try:
                    for _ in range(20):
                        assert client.user() == USER
                except BaseException as error:
                    errors.append(error)

            threads = [threading.Thread(target=work) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(errors, [])
            self.assertLessEqual(server.connections, 20)

    def test_a_closed_client_says_so(self):
        with ScriptedServer(answer(USER)) as server:
            client = client_of(server)
            client.close()
            with self.assertRaises(SextantError) as caught:
                client.user()
            self.assertEqual(caught.exception.code, "closed")

    def test_an_http_proxy_of_the_environment_is_used(self):
        with ScriptedServer(answer(USER)) as proxy:
            address = proxy.url.replace("http://", "http://me:secret@")
            with mock.patch.dict(os.environ, {"http_proxy": address, "no_proxy": ""}):
                client = Client("http://sextant.example/sx", "k")
            with client:
                client.user()
            request = proxy.requests[0]
            self.assertEqual(request.request_line, "GET http://sextant.example:80/sx/user HTTP/1.1")
            self.assertEqual(request.headers["proxy-authorization"], "Basic bWU6c2VjcmV0")
            with mock.patch.dict(os.environ, {"http_proxy": address, "no_proxy": "sextant.example"}):
                self.assertIsNone(Client("http://sextant.example/sx", "k")._transport._proxy)


class Retries(unittest.TestCase):
    def test_lost_responses_are_retried_under_one_key(self):
        created = {"id": "a" * 24, "ready": False}
        with ScriptedServer(raw(b""), raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"), answer(created)) as server:
            with client_of(server) as client:
                self.assertEqual(client.serp.create({"keyword": "tea"}), created)
            keys = {request.headers["idempotency-key"] for request in server.requests}
            self.assertEqual((len(server.requests), len(keys)), (3, 1))

    def test_429_waits_for_retry_after(self):
        error = {"code": 429, "message": "Too many requests."}
        with ScriptedServer(answer(error, "429 Too Many Requests", {"Retry-After": "1"}), answer(USER)) as server:
            with client_of(server) as client:
                started = time.monotonic()
                self.assertEqual(client.user(), USER)
                self.assertGreaterEqual(time.monotonic() - started, 1)

    def test_429_without_retry_after_is_final(self):
        error = {"code": 429, "message": "No credits."}
        with ScriptedServer(answer(error, "429 Too Many Requests")) as server, client_of(server) as client:
            with self.assertRaises(SextantError):
                client.user()
            self.assertEqual(len(server.requests), 1)

    def test_a_wait_that_is_too_long_is_not_waited_for(self):
        with ScriptedServer(answer({}, "503 Busy", {"Retry-After": "3600"})) as server, client_of(server) as client:
            with self.assertRaises(SextantError) as caught:
                client.user()
            self.assertEqual((caught.exception.retry_after_seconds, caught.exception.retryable), (3600, True))

    def test_gateway_errors_are_retried_as_often_as_the_client_says(self):
        with ScriptedServer(answer(b"<html>", "502 Bad Gateway")) as server, client_of(server, retries=2) as client:
            with self.assertRaises(SextantError) as caught:
                client.user()
            self.assertEqual((len(server.requests), caught.exception.status), (3, 502))

    def test_calls_are_spaced_when_the_service_says_that_none_is_left(self):
        headers = {"RateLimit-Limit": "5", "RateLimit-Remaining": "0", "RateLimit-Reset": "1", "RateLimit-Policy": '"a";q=5;w=1'}
        with ScriptedServer(answer(USER, headers=headers)) as server, client_of(server) as client:
            started = time.monotonic()
            for _ in range(4):
                client.user()
            self.assertGreaterEqual(time.monotonic() - started, 0.6)

    def test_a_deletion_that_succeeded_before_its_response_was_lost_is_a_success(self):
        with ScriptedServer(raw(b""), answer({"code": 404, "message": "Not found."}, "404 Not Found")) as server:
            with client_of(server) as client:
                self.assertIsNone(client.serp.delete("a" * 24))

    def test_a_service_that_is_not_there_is_a_network_error(self):
        with socket.create_server(("127.0.0.1", 0)) as unused:
            port = unused.getsockname()[1]
        with Client(f"http://127.0.0.1:{port}", "k", retries=1, backoff_seconds=0.01, trust_env=False) as client:
            with self.assertRaises(SextantError) as caught:
                client.user()
        self.assertEqual((caught.exception.status, caught.exception.code), (0, "network"))


class Responses(unittest.TestCase):
    def assert_error(self, handler, code, status, call=lambda client: client.user(), timeout=30):
        with ScriptedServer(handler) as server, client_of(server, retries=0, timeout=timeout) as client:
            with self.assertRaises(SextantError) as caught:
                call(client)
            self.assertEqual((caught.exception.code, caught.exception.status), (code, status))
            self.assertEqual(len(server.requests), 1)
            return caught.exception

    def test_a_body_that_is_not_json_is_unreadable(self):
        self.assert_error(answer(b'{"createdAt": '), "unreadable", 200)
        self.assert_error(answer(b"<html>hello</html>"), "unreadable", 200)
        self.assert_error(answer(b"\xff\xfe\xfd"), "unreadable", 200)
        self.assert_error(answer(b"[" * 100_000), "unreadable", 200)

    def test_json_of_another_form_is_unreadable(self):
        for body in ({"error": "x"}, [1], [{"id": 1}], None, "text", [["id"]]):
            for call in (
                lambda client: list(client.serp.get_many(["a" * 24])),
                lambda client: list(client.serp.wait(["a" * 24])),
                lambda client: list(client.serp.create_many_and_wait([{"keyword": "tea"}])),
                lambda client: list(client.ai.create_many([{"prompt": "tea"}])),
                lambda client: client.serp.create_and_wait({"keyword": "tea"}),
            ):
                self.assert_error(answer(body), "unreadable", 200, call)

    def test_fewer_objects_than_requests_are_not_matched(self):
        requests = [{"keyword": word} for word in ("tea", "tea ", "cocoa")]
        objects = [{"id": letter * 24} for letter in "ab"]
        error = self.assert_error(answer(objects), "unreadable", 200, lambda client: list(client.serp.create_many(requests)))
        self.assertEqual(error.ids, ("a" * 24, "b" * 24))

    def test_objects_that_were_not_asked_for_are_ignored(self):
        wanted, other = ({"id": letter * 24, "ready": True} for letter in "ab")
        with ScriptedServer(answer([other, wanted, wanted])) as server, client_of(server) as client:
            self.assertEqual(list(client.serp.wait(["a" * 24])), [wanted])

    def test_a_redirect_is_reported_and_the_key_is_not_sent_elsewhere(self):
        with ScriptedServer(answer(USER)) as other:
            error = self.assert_error(answer({}, "302 Found", {"Location": f"{other.url}/user"}), 302, 302)
            self.assertEqual(other.requests, [])
            self.assertIn(other.url, str(error))

    def test_an_error_has_the_fields_of_the_service(self):
        error = self.assert_error(answer(ERROR, "400 Bad Request", {"X-Request-Id": "r-1"}), 400, 400)
        self.assertEqual(str(error), "Bad input parameter: [1].region is not known. Find regions.")
        self.assertEqual((error.solution, error.request_id, error.retryable), ("Find regions.", "r-1", False))
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), copy.request_id, copy.status), (str(error), "r-1", 400))

    def test_a_body_that_ends_early_is_a_network_error(self):
        self.assert_error(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"), "network", 0)
        self.assert_error(raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"), "network", 0)
        short = gzip.compress(json.dumps(USER).encode())[:-9]
        self.assert_error(answer(short, headers={"Content-Encoding": "gzip"}), "network", 0)
        self.assert_error(raw(b"nonsense\r\n\r\n"), "network", 0)
        self.assert_error(raw(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 300 + b"\r\n"), "network", 0)

    def test_a_slow_response_ends_at_the_timeout_although_bytes_arrive(self):
        for start in (b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"):

            def drip(exchange, start=start):
                exchange.send(start)
                for _ in range(100):
                    time.sleep(0.1)
                    exchange.send(b"x")

            started = time.monotonic()
            self.assert_error(drip, "timeout", 0, timeout=1)
            self.assertLess(time.monotonic() - started, 8)

    def test_compressed_bodies_are_read(self):
        halves = json.dumps(USER).encode()
        body = gzip.compress(halves[:10]) + gzip.compress(halves[10:])
        with ScriptedServer(answer(body, headers={"Content-Encoding": "gzip"})) as server, client_of(server) as client:
            self.assertEqual(client.user(), USER)

    def test_a_rejection_before_the_whole_body_was_read_is_seen(self):
        listener = socket.create_server(("127.0.0.1", 0))

        def reject():
            sock, _ = listener.accept()
            sock.recv(1000)
            sock.sendall(response({"code": 413, "message": "Too large."}, "413 Payload Too Large", {"Connection": "close"}))
            sock.shutdown(socket.SHUT_WR)
            while sock.recv(65536):
                pass
            sock.close()

        threading.Thread(target=reject, daemon=True).start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with Client(url, "k", retries=0, trust_env=False) as client, self.assertRaises(SextantError) as caught:
            client.serp.create({"keyword": "x" * 5_000_000})
        listener.close()
        self.assertEqual(caught.exception.status, 413)

    def test_downloads_are_read_part_by_part_and_must_be_complete(self):
        lines = b"".join(b'{"n": %d}\n' % number for number in range(20_000))
        body = gzip.compress(lines)
        export = answer(body, headers={"Content-Encoding": "gzip"})
        with ScriptedServer(export, export, answer(USER)) as server, client_of(server) as client:
            self.assertEqual([one["n"] for one in client.objects.export().records()], list(range(20_000)))
            client.objects.export().close()
            client.user()
        cut = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}\n"
        self.assert_error(raw(cut), "network", 0, lambda client: list(client.objects.export().records()))
        self.assert_error(answer(ERROR, "400 Bad Request"), 400, 400, lambda client: client.objects.export())


class Certificates(unittest.TestCase):
    def test_a_certificate_that_is_not_valid_is_named_and_not_retried(self):
        problem = ssl.SSLCertVerificationError(1, "certificate verify failed")
        problem.verify_message = "self-signed certificate"
        for cause in (problem, OSError("wrapped")):
            if cause is not problem:
                cause.__cause__ = problem
            error = response_lost("network", False, cause)
            self.assertEqual((error.retryable, error.code), (False, "network"))
            self.assertIn("self-signed certificate", str(error))
        self.assertTrue(response_lost("network", False, OSError("reset")).retryable)


class Options(unittest.TestCase):
    def test_wrong_urls_and_keys_are_rejected(self):
        for url in ("", "sextant.example", "ftp://x", "http://", "http://a b", "http://x/?q=1", "http://me@x", "http://x\r\n"):
            with self.assertRaises(ValueError):
                Client(url, "key")
        for key in ("", "a b", "key\r\nX: y", "schlüssel"):
            with self.assertRaises(ValueError):
                Client("http://x", key)
        self.assertNotIn("secret-key", repr(vars(Client("http://x", "secret-key")._sender)))

    def test_paths_and_queries_are_encoded(self):
        with ScriptedServer(answer({"items": [], "next": None})) as server:
            with Client(server.url + "/sx/", "k", trust_env=False) as client:
                client.whois("a/../b?c#d é", source="rdap")
                list(client.objects.list({"q": "a&b", "state": "ready"}))
            self.assertEqual(
                [one.request_line for one in server.requests],
                [
                    "GET /sx/whois/a%2F..%2Fb%3Fc%23d%20%C3%A9?source=rdap HTTP/1.1",
                    "GET /sx/objects?limit=200&q=a%26b&state=ready HTTP/1.1",
                ],
            )

    def test_single_values_instead_of_lists_and_wrong_limits_are_rejected(self):
        with ScriptedServer(answer([])) as server, client_of(server) as client:
            for items in ("abc", b"abc", {"keyword": "tea"}):
                for call in (client.serp.create_many, client.serp.create_many_and_wait, client.serp.wait, client.whois_many):
                    with self.assertRaises(TypeError):
                        list(call(items))
            for timeout in (0, -1, float("nan"), float("inf")):
                with self.assertRaises(ValueError):
                    client.user(timeout=timeout)
            for ahead in (0, -1):
                with self.assertRaises(ValueError):
                    list(client.serp.create_many_and_wait([{"keyword": "tea"}], ahead=ahead))
            self.assertEqual(server.requests, [])

    def test_values_without_a_json_form_are_rejected_before_anything_is_sent(self):
        with ScriptedServer(answer({})) as server, client_of(server) as client:
            for value in (float("nan"), {1, 2}, b"tea"):
                with self.assertRaises((ValueError, TypeError)):
                    client.serp.create({"keyword": value})
            with self.assertRaises(ValueError):
                client.serp.create({"keyword": "tea"}, idempotency_key="a\r\nb")
            self.assertEqual(server.requests, [])


if __name__ == "__main__":
    unittest.main()
