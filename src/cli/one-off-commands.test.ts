// Tests for the arguments and output of one-off queries.
import { describe, expect, it } from 'vitest';
import type { JobEnd } from '../contract/order.ts';
import { UsageProblem } from './arguments.ts';
import { askCommand } from './ask.ts';
import { searchCommand } from './search.ts';
import { technologiesCommand } from './technologies.ts';

describe('sextant technologies', () => {
  const result = {
    domain: 'shop.com',
    updatedAt: null,
    technologies: [
      {
        name: 'Nginx',
        slug: 'nginx',
        version: '1.27',
        confidence: 100,
        category: 'Web servers',
        categories: [
          { id: 22, slug: 'web-servers', name: 'Web servers' },
          { id: 64, slug: 'reverse-proxies', name: 'Reverse proxies' },
        ],
        website: null,
        icon: null,
        cpe: null,
      },
    ],
  };
  const run = async (...args: string[]) => {
    const requests: unknown[] = [];
    let printed = '';
    await technologiesCommand(args, {
      lookUp: async (...fields) => {
        requests.push(fields);
        return result as never;
      },
      print: (text) => {
        printed = text;
      },
    });
    return { asked: requests, printed };
  };

  it('prints a table, or the API response as JSON', async () => {
    const { asked: requests, printed } = await run('shop.com', '--test');
    expect(requests).toEqual([['shop.com', 'test']]);
    expect(printed.split('\n')).toEqual([
      'shop.com: 1 technologies',
      '',
      'name   version  categories                    confidence',
      'Nginx  1.27     Web servers, Reverse proxies  100',
    ]);
    expect(JSON.parse((await run('shop.com', '--json')).printed)).toEqual(result);
    expect((await run('shop.com')).asked).toEqual([['shop.com', 'live']]);
  });

  it('without a domain prints its usage', async () => {
    await expect(run('--test')).rejects.toThrow(UsageProblem);
  });
});

describe('sextant ask', () => {
  const done = (response: object): JobEnd => ({
    outcome: 'done',
    verdict: 'valid',
    attempts: [],
    body: JSON.stringify(response),
    ageMs: 0,
  });
  const run = async (end: JobEnd, ...args: string[]) => {
    const requests: unknown[] = [];
    let printed = '';
    await askCommand(args, {
      request: (...fields) => {
        requests.push(fields);
        return '{}';
      },
      collect: async () => end,
      print: (text) => {
        printed = text;
      },
      log: () => undefined,
    });
    return { asked: requests, printed };
  };
  const prose = done({ text: 'An instrument [1].', citations: [{ position: 1, title: 'Angles', url: 'https://a.example/' }] });

  it('prints the text and its sources', async () => {
    const { asked: requests, printed } = await run(prose, 'What', 'is it?', '--service', 'chatgpt', '--test');
    expect(requests).toEqual([[{ prompt: 'What is it?', url: null, aiService: 'chatgpt' }, 'test']]);
    expect(printed).toBe('An instrument [1].\n\nsource  title   url\n[1]     Angles  https://a.example/');
  });

  it('prints the analysis of a page, or its text when it could not be parsed', async () => {
    const analysis = { text: '{}', citations: [], score: 70, summary: 'Fine.', issues: [{ severity: 'low', message: 'Short.' }] };
    const { asked: requests, printed } = await run(done(analysis), '--url', 'https://shop.com/');
    expect(requests).toEqual([[{ prompt: '', url: 'https://shop.com/', aiService: 'perplexity' }, 'live']]);
    expect(printed).toBe('Score 70: Fine.\n\nseverity  message\nlow       Short.');
    expect((await run(done({ ...analysis, summary: '', text: 'Words.' }), '--url', 'https://shop.com/')).printed).toBe('Words.');
  });

  it('prints why there is no result', async () => {
    const faulty: JobEnd = { outcome: 'faulty', verdict: 'unparsed', attempts: [], detail: { error: 'Declined.' }, ageMs: 0 };
    expect((await run(faulty, 'What?')).printed).toBe('Declined.');
    expect(JSON.parse((await run(faulty, 'What?', '--json')).printed)).toEqual({ error: 'Declined.', attempts: [], response: null });
    await expect(run(prose)).rejects.toThrow(UsageProblem);
    await expect(run(prose, 'What?', '--service', 'oracle')).rejects.toThrow(/Invalid value "oracle" for --service/);
  });
});

describe('sextant search', () => {
  const run = async (detail: Readonly<Record<string, unknown>>, ...args: string[]) => {
    let printed = '';
    const end: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [], body: '{"organic":[]}', detail, ageMs: 0 };
    await searchCommand(['tea', ...args], {
      request: () => '{}',
      collect: async () => end,
      print: (text) => {
        printed = text;
      },
      log: () => undefined,
    });
    return printed;
  };
  const doubtful = { quality: 0.5, qualityReasons: ['noResults'] };

  it('prints the quality and what lowered it', async () => {
    const printed = await run(doubtful);
    expect(printed).toContain('quality 0.50\n  The page has no organic results and does not say that there are none.\n');
    expect(await run({ quality: null, qualityReasons: [] })).not.toContain('quality');
    expect(JSON.parse(await run(doubtful, '--json'))).toMatchObject(doubtful);
    expect(JSON.parse(await run({}, '--json'))).toMatchObject({ quality: null, qualityReasons: [] });
  });
});
