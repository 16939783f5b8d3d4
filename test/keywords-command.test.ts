// `sextant keywords` with the sandbox.
import { describe, expect, it } from 'vitest';
import { loadRegions } from '../src/business/regions/load.ts';
import { keywordsCommand } from '../src/cli/keywords.ts';
import { readConfig } from '../src/config.ts';
import { readKeywordRequest } from '../src/products/keyword/validate.ts';
import { jobTable } from '../src/wiring/jobs.ts';
import { createSourceAccess, PAGE_POLICY } from '../src/wiring/source-access.ts';

describe('sextant keywords', () => {
  const command = async (...words: string[]): Promise<{ printed: string; told: string }> => {
    const config = readConfig({});
    const world = await createSourceAccess(config);
    const printed: string[] = [];
    const told: string[] = [];
    const nobody = { id: 0, keyId: '', contract: 'current', archive: false, maxResults: 100, limitAction: 'reject' } as const;
    const parts = { ...world, regions: loadRegions(), prices: config.PRICES, guard: PAGE_POLICY, callbackFormat: config.CALLBACK_FORMAT };
    try {
      await keywordsCommand(words, {
        request: (fields, mode) =>
          readKeywordRequest(fields, { ...nobody, chargeMultiplier: 1, ratePerMinute: null, rateBurst: null, prices: {}, mode }, parts)
            .request,
        collect: jobTable(world, config).keyword,
        print: (text) => printed.push(text),
        log: (text) => told.push(text),
      });
    } finally {
      await world.close();
    }
    return { printed: printed.join('\n'), told: told.join('\n') };
  };

  it('prints a table', async () => {
    const { printed, told } = await command('pizza, pasta', '--region', 'US', '--test');
    expect(printed).toMatch(/^valid: 2 of 2\n\nkeyword +volume +competition +cpc +mobile +last 3 months\npizza +\d/);
    expect(printed.split('\n')).toHaveLength(5);
    expect(told).toMatch(/querying google for 2 keywords \(test\)[\s\S]*sandbox: valid/);
  });

  it('prints JSON with twelve months, for every source of the contract', async () => {
    const google = JSON.parse((await command('pizza,pasta', '--language', 'en', '--test', '--json')).printed);
    expect(google.data.results.map((entry: { monthlySearchVolumes: unknown[] }) => entry.monthlySearchVolumes.length)).toEqual([12, 12]);
    const baidu = JSON.parse((await command('鞋子', '--source', 'baidu', '--test', '--json')).printed);
    expect([baidu.verdict, baidu.data.totalResults]).toEqual(['valid', 1]);
    const ideas = JSON.parse((await command('pizza', '--suggestions', '--test', '--json')).printed);
    expect(ideas.data.results.length).toBeGreaterThan(5);
  });

  it('reports what is wrong with a query', async () => {
    await expect(command('--test')).rejects.toThrow(/sextant keywords/);
    await expect(command('tea', '--source', 'altavista')).rejects.toThrow(/Invalid value "altavista" for --source/);
    await expect(command('tea', '--region', 'Atlantis,Nowhere Land', '--test')).rejects.toThrow(/region/);
    await expect(command('tea')).rejects.toThrow(/no source of keyword data/);
  });
});
