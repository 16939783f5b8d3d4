// Technologies through the whole service, in the sandbox.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({}, false);
  ({ test: key } = await service.account());
});
afterAll(() => service?.stop());

const lookUp = async (domain: string) => (await service.call('GET', `/technologies/${domain}`, key)).json;

describe('a test key', () => {
  it('finds the technologies of the page and of the DNS records, the same each time', async () => {
    const [first, second] = [await lookUp('harbour.example'), await lookUp('harbour.example')];
    expect(second.technologies).toEqual(first.technologies);
    const names = first.technologies.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Sender Policy Framework', 'DMARC']));
    expect(names.length).toBeGreaterThan(7);
    for (const { name, slug, confidence, categories } of first.technologies) {
      expect([name, slug], name).not.toContain('');
      expect(confidence, name).toBeGreaterThan(0);
      expect(categories.length, name).toBeGreaterThan(0);
    }
  });
});
