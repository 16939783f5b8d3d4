// Memory of an export while it is streamed.
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';
import { addKeywords, addPoints, makeProject } from './tracking-service.ts';

const KEYWORDS = 1000;
const DAYS = 60;
/** Live memory is measured so many times in an export. */
const SAMPLES = 8;

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({}, false);
  key = (await service.account()).test;
});
afterAll(() => service.stop());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Without garbage, so that the collector's timing does not matter. */
function liveMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

test('memory does not grow with the length of an export', async () => {
  const project = await makeProject(service, key);
  const ids = await addKeywords(
    service,
    key,
    project,
    Array.from({ length: KEYWORDS }, (_, index) => ({ keyword: `k ${index}` })),
  );
  const points = ids.flatMap((keywordId) =>
    Array.from({ length: DAYS }, (_, daysAgo) => ({ keywordId, daysAgo, position: 1 + (daysAgo % 9) })),
  );
  await addPoints(service, project, points);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const exported = async (days: number): Promise<{ lines: number; mb: number; grownMb: number }> => {
    const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    const before = liveMb();
    const response = await fetch(`http://127.0.0.1:${port}${project.path}/export?content=history&from=${from}&apikey=${key}`);
    let [lines, bytes, peak] = [0, 0, 0];
    const linesPerSample = (days * KEYWORDS) / SAMPLES;
    for await (const chunk of response.body!) {
      const earlier = lines;
      lines += Buffer.from(chunk).toString().split('\n').length - 1;
      bytes += chunk.length;
      if (Math.floor(lines / linesPerSample) > Math.floor(earlier / linesPerSample)) peak = Math.max(peak, liveMb() - before);
    }
    return { lines, mb: bytes / 1e6, grownMb: peak };
  };
  await exported(5);
  const [short, long] = [await exported(6), await exported(DAYS)];
  expect([short.lines, long.lines]).toEqual([6 * KEYWORDS + 1, DAYS * KEYWORDS + 1]);
  // Ten times the rows: the memory must not hold the other nine parts of the file.
  expect(long.grownMb).toBeLessThan(Math.max(short.grownMb, 5) * 2);
  expect(long.grownMb).toBeLessThan(long.mb * 2);
}, 120_000);
