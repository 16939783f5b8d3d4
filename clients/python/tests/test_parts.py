"""Parts without a connection: retries, rate, chunks, journal, webhooks, rows, imports."""

import base64
import hashlib
import hmac
import json
import os
import tempfile
import threading
import time
import unittest

from sextant_serp import JournalError, SextantError, WebhookError, rows_of, to_dataframe, verify_webhook
from sextant_serp._sync.flow import map_ordered, pause
from sextant_serp.chunks import BYTES_MAX, Chunker, distinct_of, with_list_index
from sextant_serp.journal import Journal, fingerprint_of
from sextant_serp.progress import Tally
from sextant_serp.ranks import join_ranks
from sextant_serp.records import parts_of, records_of
from sextant_serp.retry import Retries, RetrySettings, is_retryable
from sextant_serp.throttle import Throttle
from sextant_serp.window import Window

try:
    import pandas
except ImportError:
    pandas = None


class RetryTable(unittest.TestCase):
    def test_lookups_without_a_key_are_retried_only_when_nothing_was_charged(self):
        self.assertTrue(is_retryable(502, None, True, True))
        self.assertFalse(is_retryable(502, None, False, True))
        self.assertFalse(is_retryable(503, None, True, True))
        self.assertTrue(is_retryable(429, 1, True, True))
        for status in (301, 400, 402, 403, 404, 409, 500):
            self.assertFalse(is_retryable(status, 1, True, False))

    def test_pauses_double_up_to_a_limit(self):
        retries = Retries(RetrySettings(8, 120, 1))
        error = SextantError("lost", code="network", retryable=True)
        for most in (1, 2, 4, 8, 16, 20, 20, 20):
            self.assertTrue(most / 2 <= retries.pause_after(error) <= most)
        self.assertIsNone(retries.pause_after(error))

    def test_the_sum_of_retry_after_has_a_limit(self):
        retries = Retries(RetrySettings(4, 120, 0.5))
        error = SextantError("busy", status=429, retryable=True, retry_after_seconds=50)
        self.assertTrue(50 <= retries.pause_after(error) <= 51)
        self.assertTrue(50 <= retries.pause_after(error) <= 51)
        self.assertIsNone(retries.pause_after(error))


class Rate(unittest.TestCase):
    def setUp(self):
        self.now = 100.0
        self.throttle = Throttle(lambda: self.now)

    def test_calls_queue_up_behind_each_other(self):
        self.assertEqual(self.throttle.reserve(), 0)
        self.throttle.update({"ratelimit-remaining": "0", "ratelimit-policy": '"key";q=10;w=1'})
        self.assertEqual([round(self.throttle.reserve(), 3) for _ in range(3)], [0.105, 0.21, 0.315])
        self.now += 1
        self.assertEqual(self.throttle.reserve(), 0)

    def test_a_rejection_while_calls_remain_delays_only_its_own_call(self):
        self.throttle.update({"ratelimit-remaining": "5"}, 60)
        self.assertEqual(self.throttle.reserve(), 0)

    def test_headers_that_make_no_sense_are_ignored(self):
        for value in ("-1", "x", "1e9", "9" * 30, ""):
            self.throttle.update({"ratelimit-remaining": "0", "ratelimit-limit": value, "ratelimit-reset": value})
        self.assertEqual(self.throttle.reserve(), 0)


class Chunks(unittest.TestCase):
    def test_chunks_have_limits_of_entries_and_bytes(self):
        chunker = Chunker(3)
        chunks = [chunk for number in range(7) for chunk in chunker.add(number)] + chunker.rest()
        self.assertEqual(chunks, [[0, 1, 2], [3, 4, 5], [6]])
        long = "x" * (BYTES_MAX // 2)
        chunker = Chunker(1000)
        chunks = [chunk for _ in range(3) for chunk in chunker.add(long)] + chunker.rest()
        self.assertEqual([len(chunk) for chunk in chunks], [1, 1, 1])

    def test_equal_entries_are_sent_once(self):
        self.assertEqual(distinct_of([{"a": 1}, {"a": 2}, {"a": 1}]), ([{"a": 1}, {"a": 2}], [0, 1, 0]))

    def test_errors_name_the_entry_of_the_whole_list(self):
        error = with_list_index(SextantError("Bad: [6].keyword and [7].", status=400), lambda index: index + 1000)
        self.assertEqual(error.message, "Bad: [1006].keyword and [7].")


class BatchWindow(unittest.TestCase):
    def setUp(self):
        self.seen = []
        self.window = Window(4, 10, Tally([1, 2, 3], self.seen.append))

    def test_objects_are_returned_in_order_and_once_per_request(self):
        self.window.add(["a", "b", "a"], 0)
        self.window.update([{"id": "b", "faulty": True}], [])
        self.assertEqual(list(self.window.take()), [])
        self.assertEqual(self.window.pause_max(1), 9)
        self.window.update([{"id": "a"}], [])
        self.assertIsNone(self.window.pause_max(99))
        self.assertEqual([one["id"] for one in self.window.take()], ["a", "b", "a"])
        self.assertEqual((len(self.window), self.window.open_ids()), (0, []))
        last = self.seen[-1]
        self.assertEqual((last.created, last.finished, last.failed, last.total), (3, 3, 1, 3))

    def test_late_and_missing_objects_are_errors_when_it_is_their_turn(self):
        self.window.add(["a", "b", "c"], 0)
        self.window.update([{"id": "a"}], ["b"])
        self.assertIsNone(self.window.pause_max(11))
        list(self.window.take())
        with self.assertRaises(SextantError) as caught:
            self.window.pause_max(11)
        self.assertEqual((caught.exception.status, caught.exception.ids), (404, ("b",)))
        late = Window(4, 10, Tally([], None))
        late.add(["a", "b"], 0)
        with self.assertRaises(SextantError) as caught:
            late.pause_max(10)
        self.assertEqual((caught.exception.code, caught.exception.ids), ("unfinished", ("a", "b")))


class Journals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "run.journal")

    def test_it_keeps_key_size_and_ids(self):
        book = Journal(self.path, 250)
        book.record(1, "f1", ["a", "b"])
        key = book.key
        book.close()
        again = Journal(self.path, 10)
        self.addCleanup(again.close)
        self.assertEqual((again.key, again.chunk_items), (key, 250))
        self.assertEqual((again.ids_of(1, "f1"), again.ids_of(2, "f2")), (["a", "b"], None))
        with self.assertRaises(JournalError):
            again.ids_of(1, "other")

    def test_an_incomplete_last_line_is_dropped_at_every_length(self):
        book = Journal(self.path, 250)
        book.record(1, "f1", ["a"])
        book.record(2, "f2", ["b"])
        book.close()
        with open(self.path, "rb") as file:
            content = file.read()
        second = content[:-1].rfind(b"\n") + 1
        for length in range(second, len(content)):
            with open(self.path, "wb") as file:
                file.write(content[:length])
            book = Journal(self.path, 250)
            self.assertEqual((book.ids_of(1, "f1"), book.ids_of(2, "f2")), (["a"], None))
            book.record(2, "f2", ["c"])
            book.close()
            book = Journal(self.path, 250)
            self.assertEqual(book.ids_of(2, "f2"), ["c"])
            book.close()

    def test_other_files_are_left_alone(self):
        for content in ("keyword,region\ntea,US\n", '{"journal":9,"key":"x","items":1}\n', "[]\n", '{"journal":1}\n'):
            with open(self.path, "w") as file:
                file.write(content)
            with self.assertRaises(JournalError):
                Journal(self.path, 250)
            with open(self.path) as file:
                self.assertEqual(file.read(), content)

    def test_a_second_run_in_the_same_program_takes_over(self):
        first = Journal(self.path, 250)
        second = Journal(self.path, 250)
        self.addCleanup(second.close)
        with self.assertRaises(JournalError):
            first.record(1, "f", ["a"])
        second.record(1, "f", ["a"])

    def test_the_order_of_fields_does_not_matter(self):
        self.assertEqual(fingerprint_of([{"a": 1, "b": 2}]), fingerprint_of([{"b": 2, "a": 1}]))
        self.assertNotEqual(fingerprint_of([{"a": 1}]), fingerprint_of([{"a": "1"}]))


class Webhooks(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(b"secret").decode()

    def headers(self, body, sent_at=1000, prefix=""):
        digest = hmac.new(b"secret", f"evt_1.{sent_at}.".encode() + body, hashlib.sha256).digest()
        signature = f"{prefix}v1,{base64.b64encode(digest).decode()}"
        return {"Webhook-Id": "evt_1", "WEBHOOK-TIMESTAMP": str(sent_at), "webhook-signature": signature}

    def test_genuine_callbacks_are_accepted(self):
        body = '{"id":"abc","name":"é"}'.encode()
        event = verify_webhook(body, self.headers(body), self.secret, now=1000)
        self.assertEqual((event.event_id, event.payload["id"], event.sent_at.timestamp()), ("evt_1", "abc", 1000))
        verify_webhook(body.decode(), self.headers(body, prefix="v1,AAAA v2,x "), self.secret, now=1299)
        pairs = [(name.lower().encode(), value.encode()) for name, value in self.headers(body).items()]
        verify_webhook(bytearray(body), pairs, self.secret[6:], now=1000)

    def test_everything_else_is_rejected(self):
        body = b'{"id":"abc"}'
        good = self.headers(body)
        for headers, content, secret, now in (
            (good, b'{"id":"abd"}', self.secret, 1000),
            (good, body, self.secret, 1301),
            (good, body, self.secret, 600),
            (good, body, "whsec_" + base64.b64encode(b"other").decode(), 1000),
            (good, body, "whsec_", 1000),
            (good, body, "whsec_ümlaut", 1000),
            ({**good, "WEBHOOK-TIMESTAMP": "1_000"}, body, self.secret, 1000),
            ({**good, "WEBHOOK-TIMESTAMP": "１０００"}, body, self.secret, 1000),
            ({**good, "webhook-signature": "v1,é"}, body, self.secret, 1000),
            ({**good, "webhook-signature": ""}, body, self.secret, 1000),
            ({}, body, self.secret, 1000),
            (self.headers(b"[]"), b"[]", self.secret, 1000),
            (self.headers(b"{"), b"{", self.secret, 1000),
        ):
            with self.assertRaises(WebhookError):
                verify_webhook(content, headers, secret, now=now)


class Rows(unittest.TestCase):
    serp = {
        "id": "s",
        "searchEngine": "google",
        "keyword": "tea",
        "isMobile": True,
        "ready": True,
        "createdAt": "2026-11-15T09:30:00+0000",
        "quality": 0.45,
        "data": {
            "organic": [{"position": 1, "url": "https://Shop.example:8/x", "rating": {"value": 4.5, "votes": 12}}, "odd"],
            "paa": [{"question": "What is tea?", "answer": "A drink."}],
            "raw": ["<html>"],
        },
    }
    ai = {"id": "a", "aiService": "chatgpt", "prompt": "hi", "ready": True, "createdAt": "2026-11-15 09:30:00", "error": "no"}

    def test_each_result_is_a_row(self):
        first, second = rows_of(self.serp)
        self.assertEqual((first["domain"], first["votes"], first["device"]), ("shop.example", 12, "mobile"))
        self.assertEqual((second["resultType"], second["title"]), ("paa", "What is tea?"))
        self.assertEqual((first["quality"], second["quality"]), (0.45, 0.45))
        self.assertNotIn("quality", rows_of({**self.serp, "quality": None})[0])
        self.assertEqual([row["resultType"] for row in rows_of(self.serp, ["organic"])], ["organic"])

    def test_objects_without_results_have_one_row(self):
        self.assertEqual(rows_of({"id": "s", "searchEngine": "bing", "faulty": True, "data": None})[0]["state"], "faulty")
        self.assertEqual(rows_of(self.ai)[0]["state"], "faulty")

    def test_with_types_every_object_still_has_a_row(self):
        (row,) = rows_of(self.serp, ["ads"])
        self.assertEqual((row["state"], "resultType" in row), ("ready", False))
        self.assertEqual(rows_of(self.ai, ["answer"])[0]["state"], "faulty")

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_a_frame_has_types_that_pandas_can_sort_and_sum(self):
        frame = to_dataframe([self.serp, self.ai])
        self.assertEqual(len(frame), 3)
        self.assertEqual(str(frame["position"].dtype), "Int64")
        self.assertEqual(str(frame["createdAt"].dtype)[:15], "datetime64[ns, ")
        self.assertEqual(frame["createdAt"].nunique(), 1)
        self.assertEqual(frame["votes"].sum(), 12)
        self.assertEqual(len(frame[frame["quality"] < 0.7]), 2)
        empty = to_dataframe([])
        self.assertEqual((len(empty), list(empty.columns)), (0, list(frame.columns)))
        self.assertEqual(str(empty["position"].dtype), "Int64")


class Imports(unittest.TestCase):
    def test_records_keep_quoted_line_ends(self):
        text = 'keyword,tag\n"a\nb",x\n5" pipe,y\n c , "d\ne"\nlast'
        self.assertEqual(list(records_of(text)), ["keyword,tag\n", '"a\nb",x\n', '5" pipe,y\n', ' c , "d\ne"\n', "last"])

    def test_parts_start_at_records_and_count_lines(self):
        text = "".join(f"word {number}\n" for number in range(10))
        parts = list(parts_of(text, 1000, 4))
        self.assertEqual([(part.line, part.text.count("\n")) for part in parts], [(1, 4), (5, 4), (9, 2)])
        self.assertEqual("".join(part.text for part in parts), text)
        with self.assertRaises(ValueError):
            list(parts_of('a\n"' + "x" * 2000, 1000, 4))


class Concurrency(unittest.TestCase):
    def test_results_are_in_order_and_at_most_so_many_run_at_once(self):
        lock = threading.Lock()
        running, most = [0], [0]

        def work(number):
            with lock:
                running[0] += 1
                most[0] = max(most[0], running[0])
            time.sleep(0.02 if number % 3 == 0 else 0.001)
            with lock:
                running[0] -= 1
            return number

        self.assertEqual(list(map_ordered(work, range(40), 4)), list(range(40)))
        self.assertLessEqual(most[0], 4)
        self.assertGreater(most[0], 1)

    def test_errors_come_after_the_results_before_them(self):
        def broken():
            yield from range(5)
            raise RuntimeError("the file ended")

        def work(number):
            if number == 3:
                raise KeyError(number)
            return number

        for items, error in ((range(9), KeyError), (broken(), KeyError)):
            seen = []
            with self.assertRaises(error):
                for one in map_ordered(work, items, 4):
                    seen.append(one)
            self.assertEqual(seen, [0, 1, 2])
        seen = []
        with self.assertRaises(RuntimeError):
            for one in map_ordered(lambda number: number, broken(), 3):
                seen.append(one)
        self.assertEqual(seen, [0, 1, 2, 3, 4])

    def test_threads_of_a_batch_that_was_given_up_end(self):
        before = threading.active_count()
        batch = map_ordered(lambda number: pause(600) if number else 0, range(9), 3)
        self.assertEqual(next(batch), 0)
        batch.close()
        end = time.monotonic() + 30
        while threading.active_count() > before and time.monotonic() < end:
            time.sleep(0.01)
        self.assertLessEqual(threading.active_count(), before)


class Positions(unittest.TestCase):
    def test_pages_are_joined_oldest_points_first(self):
        def page(points, looked, share, after):
            series = {"keyword": "tea", "engine": "google", "region": "US", "device": "desktop", "points": points}
            features = [{"type": "paa", "share": share}]
            return {"domain": "x", "series": [series], "features": features, "looked": looked, "next": after}

        joined = join_ranks([page([3, 4], 3, 1, "n"), page([1, 2], 1, 0, None)])
        self.assertEqual(joined["series"][0]["points"], [1, 2, 3, 4])
        self.assertEqual((joined["looked"], joined["features"][0]["share"], joined["next"]), (4, 0.75, None))
        self.assertEqual(join_ranks([page([], 0, 0, None)])["looked"], 0)
        json.dumps(joined)


if __name__ == "__main__":
    unittest.main()
