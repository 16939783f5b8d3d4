// Memory of an export while it is streamed.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';
import { addKeywords, addPoints, makeProject } from './tracking-service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({}, false);
  key = (await service.account()).test;
});
afterAll(() => service.stop());

test('memory does not grow with the length of an export', async () => {
  const project = await makeProject(service, key);
  const ids = await addKeywords(
    service,
    key,
    project,
    Array.from({ length: 1000 }, (_, index) => ({ keyword: `k ${index}` })),
  );
  const points = (days: number) =>
    ids.flatMap((keywordId) => Array.from({ length: days }, (_, daysAgo) => ({ keywordId, daysAgo, position: 1 + (daysAgo % 9) })));
  await addPoints(service, project, points(60));
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const peakOf = async (days: number): Promise<{ lines: number; grownMb: number }> => {
    const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    const response = await fetch(`http://127.0.0.1:${port}${project.path}/export?content=history&from=${from}&apikey=${key}`);
    const before = process.memoryUsage().heapUsed;
    let [lines, peak] = [0, 0];
    for await (const chunk of response.body!) {
      lines += Buffer.from(chunk).toString().split('\r\n').length - 1;
      peak = Math.max(peak, process.memoryUsage().heapUsed - before);
    }
    return { lines, grownMb: peak / 1e6 };
  };
  await peakOf(5);
  const [short, long] = [await peakOf(6), await peakOf(60)];
  expect([short.lines, long.lines]).toEqual([6001, 60_001]);
  // Ten times the rows: the difference is garbage that was not collected yet, not the whole file.
  expect(long.grownMb).toBeLessThan(Math.max(short.grownMb, 10) * 5);
}, 120_000);
