"""The asynchronous client against a real service and against servers that misbehave. Needs httpx."""

import asyncio
import os
import tempfile
import unittest

from sextant_serp import AsyncClient, SextantError, rows_of

from .real import BASE_URL, KEY, needs_service, requests_of
from .scripted import ScriptedServer, answer, raw

try:
    import httpx
except ImportError:
    httpx = None

USER = {"createdAt": "2026-11-15T09:30:00+0000", "credits": []}


@unittest.skipIf(httpx, "httpx is installed")
class WithoutHttpx(unittest.TestCase):
    def test_the_error_says_what_to_install(self):
        with self.assertRaisesRegex(ImportError, r"sextant-serp\[async\]"):
            AsyncClient("http://x", "k")


@unittest.skipUnless(httpx, "httpx is not installed")
class Transport(unittest.IsolatedAsyncioTestCase):
    def client(self, server, **options):
        return AsyncClient(server.url, "k", **{"backoff_seconds": 0.01, "timeout": 30, "trust_env": False, **options})

    async def assert_error(self, handler, code, **options):
        with ScriptedServer(handler) as server:
            async with self.client(server, retries=0, **options) as client:
                with self.assertRaises(SextantError) as caught:
                    await client.user()
                self.assertEqual(caught.exception.code, code)

    async def test_lost_responses_are_retried(self):
        with ScriptedServer(raw(b""), answer({}, "503 Busy", {"Retry-After": "1"}), answer(USER)) as server:
            async with self.client(server) as client:
                self.assertEqual(await client.user(), USER)
            self.assertEqual(len(server.requests), 3)

    async def test_errors_are_those_of_the_blocking_client(self):
        await self.assert_error(answer(b"{"), "unreadable")
        await self.assert_error(answer({}, "302 Found", {"Location": "/user"}), 302)
        await self.assert_error(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), "network")
        await self.assert_error(lambda exchange: asyncio.run(asyncio.sleep(3)), "timeout", timeout=0.5)

    async def test_a_closed_client_says_so(self):
        with ScriptedServer(answer(USER)) as server:
            client = self.client(server)
            await client.close()
            with self.assertRaises(SextantError) as caught:
                await client.user()
            self.assertEqual(caught.exception.code, "closed")

    async def test_paths_are_encoded_as_by_the_blocking_client(self):
        with ScriptedServer(answer({})) as server:
            async with AsyncClient(server.url + "/sx/", "k", trust_env=False) as client:
                await client.whois("a/../b?c#d é")
            self.assertEqual(server.requests[0].request_line, "GET /sx/whois/a%2F..%2Fb%3Fc%23d%20%C3%A9 HTTP/1.1")


@needs_service
@unittest.skipUnless(httpx, "httpx is not installed")
class Service(unittest.IsolatedAsyncioTestCase):
    async def test_products_batches_and_downloads_work(self):
        async def requests():
            for one in requests_of(20, "async"):
                await asyncio.sleep(0)
                yield one

        seen = []
        async with AsyncClient(BASE_URL, KEY) as client:
            with tempfile.TemporaryDirectory() as folder:
                journal = os.path.join(folder, "run.journal")
                batch = client.serp.create_many_and_wait(requests(), progress=seen.append, journal=journal, ahead=8)
                self.assertEqual([one["keyword"] async for one in batch], [one["keyword"] for one in requests_of(20, "async")])
            self.assertEqual((seen[-1].finished, seen[-1].total), (20, None))
            lookups = [one.data is not None async for one in client.technologies_many(["a.example.com", "b.example.com"])]
            self.assertEqual(lookups, [True, True])
            first = await client.serp.create_and_wait({"keyword": "red shoes", "region": "US"})
            async with await client.objects.export({"content": "results", "ids": first["id"]}) as download:
                self.assertEqual([row async for row in download.records()], rows_of(first))
            project = await client.projects.create(
                {"name": "Async", "domains": [{"domain": "shop.example"}], "defaults": {"region": "US"}}
            )
            self.assertEqual((await client.projects.add_keywords(project["id"], ["tea"]))["added"], 1)
            self.assertEqual([one["keyword"] async for one in client.projects.keywords(project["id"])], ["tea"])
            await client.projects.remove(project["id"])

    async def test_many_tasks_share_one_client(self):
        async with AsyncClient(BASE_URL, KEY) as client:
            serps = await asyncio.gather(
                *(client.serp.create_and_wait(one) for one in requests_of(10, "gather"))
            )
            self.assertTrue(all(one["ready"] for one in serps))

    async def test_a_cancelled_call_ends_at_once(self):
        async with AsyncClient(BASE_URL, KEY) as client:
            with self.assertRaises(asyncio.TimeoutError):
                request = {"keyword": "test:slow:20 tea", "region": "US"}
                await asyncio.wait_for(client.serp.create_and_wait(request), 1)
            self.assertTrue(await client.user())


if __name__ == "__main__":
    unittest.main()
