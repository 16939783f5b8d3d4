"""The blocking client against a real service with a test key."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from sextant_serp import SextantError, rows_of

from .real import needs_service, new_client, requests_of


@needs_service
class Products(unittest.TestCase):
    def setUp(self):
        self.client = new_client()
        self.addCleanup(self.client.close)

    def test_a_serp_is_created_fetched_and_deleted(self):
        created = self.client.serp.create({"keyword": "red shoes", "region": "US"})
        finished = next(self.client.serp.wait([created["id"]]))
        self.assertTrue(finished["ready"])
        self.assertGreater(len(finished["data"]["organic"]), 5)
        self.assertEqual(self.client.serp.get(created["id"])["id"], created["id"])
        self.assertEqual([one["id"] for one in self.client.serp.get_many([created["id"], "0" * 24])], [created["id"]])
        self.client.serp.delete(created["id"])
        with self.assertRaises(SextantError) as caught:
            self.client.serp.get(created["id"])
        self.assertEqual(caught.exception.status, 404)
        self.assertTrue(caught.exception.request_id)
        with self.assertRaises(SextantError) as caught:
            list(self.client.serp.wait([created["id"]]))
        self.assertEqual(caught.exception.ids, (created["id"],))

    def test_a_synchronous_create_is_finished(self):
        serp = self.client.serp.create({"keyword": "boots", "region": "DE", "asynchronous": False})
        self.assertTrue(serp["ready"])

    def test_results_match_requests_that_differ_only_in_spelling(self):
        words = {"spelled": "US", "second": "US", "third": "US"}
        requests = [{"keyword": word, "region": region} for word, region in words.items()]
        requests.insert(2, {"keyword": "spelled", "region": "United States"})
        serps = list(self.client.serp.create_many_and_wait(requests))
        self.assertEqual([one["keyword"] for one in serps], ["spelled", "second", "spelled", "third"])
        self.assertEqual(serps[0]["id"], serps[2]["id"])

    def test_keywords_ai_jobs_and_lookups_have_results(self):
        keyword = self.client.keywords.create_and_wait({"keywords": ["tea", "coffee"], "region": "US"})
        self.assertEqual([one["keyword"] for one in keyword["data"]["results"]], ["tea", "coffee"])
        job = self.client.ai.create_and_wait({"prompt": "Which shoes?", "aiService": "perplexity"})
        self.assertTrue(job["ready"] and job["error"] is None)
        failed = self.client.ai.create_and_wait({"prompt": "test:faulty", "aiService": "perplexity"})
        self.assertTrue(failed["error"])
        outcomes = list(self.client.whois_many(["shop.example.com", "no domain", "other.example.org"], concurrency=2))
        self.assertEqual([one.error.status if one.error else 0 for one in outcomes], [0, 400, 0])
        self.assertTrue(self.client.technologies("shop.example.com", idempotency_key="t-1")["technologies"])

    def test_failed_objects_are_results(self):
        serp = self.client.serp.create_and_wait({"keyword": "test:unparsed", "region": "US"})
        self.assertEqual((serp["faulty"], serp["verdict"]), (True, "unparsed"))

    def test_waits_have_a_limit(self):
        with self.assertRaises(SextantError) as caught:
            self.client.serp.create_and_wait({"keyword": "test:slow:20 tea", "region": "US"}, wait_seconds=0.5)
        self.assertEqual((caught.exception.code, len(caught.exception.ids)), ("unfinished", 1))

    def test_rows_equal_those_of_the_export(self):
        serp = self.client.serp.create_and_wait({"keyword": "pizza near me", "region": "US"})
        keyword = self.client.keywords.create_and_wait({"keywords": ["pizza"], "region": "US"})
        job = self.client.ai.create_and_wait({"prompt": "Which pizza?", "aiService": "perplexity"})
        failed = self.client.serp.create_and_wait({"keyword": "test:unparsed", "region": "US"})
        for found in (serp, keyword, job, failed):
            with self.client.objects.export({"content": "results", "ids": found["id"]}) as download:
                self.assertEqual(list(download.records()), rows_of(found))
            with self.client.objects.export({"content": "results", "types": "organic", "ids": found["id"]}) as download:
                with_results = [row for row in rows_of(found, ["organic"]) if "resultType" in row]
                self.assertEqual(list(download.records()), with_results)

    def test_the_account_lists_its_objects_usage_positions_and_regions(self):
        serp = self.client.serp.create_and_wait({"keyword": "sextant for sale", "region": "US"})
        listed = next(self.client.objects.list({"q": "sextant for sale", "state": "ready"}))
        self.assertEqual(listed["keyword"], "sextant for sale")
        self.assertEqual(self.client.objects.life(listed["id"])["id"], listed["id"])
        self.assertTrue(self.client.objects.images(listed["id"])["expiresAt"])
        domain = serp["data"]["organic"][0]["domain"]
        ranks = self.client.ranks({"domain": domain, "keywords": ["sextant for sale", "other"], "limit": 1}, pages_max=2)
        self.assertEqual(ranks["series"][0]["points"][0]["position"], 1)
        self.assertGreater(self.client.user()["credits"][0]["remaining"], 0)
        self.assertEqual(self.client.usage(7)["mode"], "test")
        quote = self.client.quote({"type": "serp", "request": {"keyword": "tea", "region": "US"}})
        self.assertGreater(quote["cost"], 0)
        self.assertGreater(self.client.regions.search({"query": "Berlin"})["total"], 0)
        found = list(self.client.regions.all({"query": "Berlin", "countryCode": "DE", "items": 2}))
        self.assertEqual(len(found), len({one["id"] for one in found}))
        list(self.client.events())

    def test_downloads_are_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "objects.csv")
            size = self.client.objects.export({"format": "csv"}).save(path)
            self.assertEqual(os.path.getsize(path), size)
            self.assertEqual(os.listdir(folder), ["objects.csv"])


@needs_service
class Tracking(unittest.TestCase):
    def test_a_project_has_keywords_runs_and_an_export(self):
        with new_client() as client:
            projects = client.projects
            defaults = {"region": "US"}
            project = projects.create({"name": "Shop", "domains": [{"domain": "shop.example"}], "defaults": defaults})["id"]
            added = projects.add_keywords(project, ["tea", {"keyword": "boots", "devices": ["desktop", "mobile"]}, "tea"])
            self.assertEqual((added["added"], len(added["duplicates"])), (3, 1))
            many = projects.add_keywords(project, (f"word {number}" for number in range(1200)), dry_run=True)
            self.assertEqual(many["added"], 1200)
            with self.assertRaises(SextantError) as caught:
                projects.add_keywords(project, [*(f"w {number}" for number in range(1003)), ""], dry_run=True)
            self.assertIn("[1003]", str(caught.exception))
            imported = projects.import_text(project, "keyword,tags\nkettle,home\n")
            self.assertEqual(imported["result"]["added"], 1)
            keywords = list(projects.keywords(project))
            self.assertEqual(len(keywords), 4)
            kettle = next(one["id"] for one in keywords if one["keyword"] == "kettle")
            self.assertEqual(projects.change_keywords(project, [kettle], {"starred": True}), 1)
            self.assertEqual(projects.keyword(project, kettle)["id"], kettle)
            self.assertEqual(projects.remove_keywords(project, [kettle]), 1)
            self.assertEqual(projects.run_cost(project), 3)
            run = projects.run_and_wait(project, wait_seconds=300)
            self.assertEqual(run["pending"], 0)
            self.assertEqual(next(projects.runs(project))["slot"], run["slot"])
            tea = next(one["id"] for one in keywords if one["keyword"] == "tea")
            self.assertEqual(len(projects.history(project, tea)["points"]), 1)
            self.assertGreater(len(list(projects.all_history(project).records())), 0)
            self.assertIn(b"boots", projects.export(project, {"content": "keywords"}).read())
            self.assertTrue(projects.summary(project))
            note = projects.notes.create(project, {"day": "2026-11-01", "text": "New shop"})
            self.assertEqual([one["id"] for one in projects.notes.list(project)], [note["id"]])
            projects.notes.remove(project, note["id"])
            rule = projects.rules.create(project, {"name": "Drops", "settings": {"kinds": ["dropped"]}})
            self.assertEqual(len(projects.rules.list(project)), 1)
            projects.rules.remove(project, rule["id"])
            share = projects.shares.create(project, {"name": "Report", "sections": ["keywords"]})
            self.assertIn("/share/", share["url"])
            projects.shares.revoke(project, share["id"])
            self.assertEqual(list(projects.alerts.list(project)), [])
            self.assertTrue(projects.delivery.set(project, projects.delivery.get(project)))
            self.assertEqual(projects.order_volumes(project, dry_run=True)["keywords"], 2)
            projects.remove(project)
            self.assertNotIn(project, [one["project"]["id"] if "project" in one else one["id"] for one in projects.list()])


@needs_service
class Batches(unittest.TestCase):
    def setUp(self):
        self.client = new_client()
        self.addCleanup(self.client.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.journal = os.path.join(folder.name, "run.journal")

    def charged(self):
        return self.client.user()["credits"][0]["remaining"]

    def test_results_are_in_order_and_match_equal_requests(self):
        requests = requests_of(30)
        requests.insert(7, requests[3])
        requests.insert(12, {"keyword": "test:unparsed", "region": "US"})
        seen = []
        serps = list(self.client.serp.create_many_and_wait(iter(requests), progress=seen.append, ahead=8))
        self.assertEqual([one["keyword"] for one in serps], [one["keyword"] for one in requests])
        self.assertTrue(all(one["ready"] or one["faulty"] for one in serps))
        last = seen[-1]
        self.assertEqual((last.created, last.finished, last.failed, last.total), (32, 32, 1, None))
        self.assertTrue(all(one.created - 16 <= one.finished <= one.created for one in seen))

    def test_nothing_is_sent_before_the_iteration(self):
        before = self.charged()
        self.client.serp.create_many(requests_of(3, "unsent"))
        self.client.serp.create_many_and_wait(requests_of(3, "unsent"))
        self.assertEqual(self.charged(), before)

    def test_a_bad_entry_is_named_after_the_objects_before_it(self):
        requests = [*requests_of(14, "named"), {"keyword": "", "region": "US"}]
        seen = []
        with self.assertRaises(SextantError) as caught:
            for one in self.client.serp.create_many_and_wait(requests, ahead=6):
                seen.append(one["keyword"])
        # Chunks of 6, 6 and 3. The last one was rejected.
        self.assertEqual((len(seen), caught.exception.status), (12, 400))
        self.assertIn("[14]", str(caught.exception))

    def test_errors_of_the_iterable_come_after_the_objects_before_them(self):
        def broken():
            yield from requests_of(2, "broken")
            raise RuntimeError("the file ended")

        seen = []
        with self.assertRaisesRegex(RuntimeError, "the file ended"):
            for one in self.client.serp.create_many_and_wait(broken(), ahead=1):
                seen.append(one["ready"])
        self.assertEqual(seen, [True, True])

    def test_a_journal_continues_without_a_second_charge(self):
        requests = requests_of(12, "journal")
        before = self.charged()
        run = self.client.serp.create_many_and_wait(requests, journal=self.journal, ahead=4)
        first = [next(run)["id"] for _ in range(6)]
        # As after a crash: the generator is left as it is.
        again = list(self.client.serp.create_many_and_wait(requests, journal=self.journal, ahead=4))
        self.assertEqual([one["id"] for one in again[:6]], first)
        self.assertEqual([one["keyword"] for one in again], [one["keyword"] for one in requests])
        self.assertEqual(before - self.charged(), 12)
        run.close()

    def test_a_chunk_whose_response_was_lost_is_not_charged_twice(self):
        requests = requests_of(4, "lost")
        before = self.charged()
        first = list(self.client.serp.create_many_and_wait(requests, journal=self.journal))
        with open(self.journal, "rb+") as file:
            lines = file.read().splitlines(keepends=True)
            file.truncate(len(lines[0]) + 5)
        again = list(self.client.serp.create_many_and_wait(requests, journal=self.journal))
        self.assertEqual([one["id"] for one in again], [one["id"] for one in first])
        self.assertEqual(before - self.charged(), 4)

    @unittest.skipIf(os.name == "nt", "Windows has no SIGINT for single programs")
    def test_ctrl_c_ends_at_once_and_leaves_a_journal(self):
        program = (
            "import sys; sys.path[:0] = sys.argv[2].split(';')\n"
            "from tests.real import new_client, requests_of\n"
            "requests = requests_of(6, 'ctrl') + [{'keyword': 'test:slow:2 ctrl', 'region': 'US'}]\n"
            "for one in new_client().serp.create_many_and_wait(requests, journal=sys.argv[1]):\n"
            "    print(one['id'], flush=True)\n"
        )
        folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        arguments = [sys.executable, "-c", program, self.journal, f"{folder};{folder}/src"]
        before = self.charged()
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
            first = child.stdout.readline().strip()
            child.send_signal(signal.SIGINT)
            started = time.monotonic()
            complaint = child.communicate(timeout=60)[1]
        self.assertLess(time.monotonic() - started, 30)
        # On a busy machine the program may have ended before the signal.
        self.assertTrue("KeyboardInterrupt" in complaint or child.returncode == 0, complaint)
        again = subprocess.run(arguments, stdout=subprocess.PIPE, text=True, timeout=120, check=True)
        ids = again.stdout.split()
        self.assertEqual((len(ids), ids[0]), (7, first))
        self.assertEqual(before - self.charged(), 7)


if __name__ == "__main__":
    unittest.main()
