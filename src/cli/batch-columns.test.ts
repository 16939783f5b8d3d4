import { describe, expect, test } from 'vitest';
import { AiSendPromptRequest } from '../contract/ai.ts';
import { KeywordRequest } from '../contract/keyword.ts';
import { SerpRequest } from '../contract/serp.ts';
import { BATCH_KINDS } from './batch-kinds.ts';
import { readRows } from './batch-rows.ts';

describe('columns with the field names of the API', () => {
  test('mean the same as the options', () => {
    const options = 'keyword,engine,region,language,results,mobile,priority\ntea,bing,DE,de,20,yes,LOW';
    const fields = 'Keyword,searchEngine,region,language,maxResults,isMobile,priority\ntea,bing,DE,de,20,true,LOW';
    expect(readRows(fields, {})).toEqual(readRows(options, {}));
    expect(readRows(fields, {})[0]!.request).toMatchObject({ searchEngine: 'bing', maxResults: 20, isMobile: true });
    expect(readRows('keywords,source\ntea,baidu', {}, BATCH_KINDS.keyword)[0]!.request).toMatchObject({
      keywords: ['tea'],
      source: 'baidu',
    });
    expect(readRows('prompt,aiService\nWhat?,chatgpt', {}, BATCH_KINDS['ai-prompt'])[0]!.request).toEqual({
      prompt: 'What?',
      aiService: 'chatgpt',
    });
  });
  test('override the options of the command', () => {
    expect(readRows('keyword,searchEngine\ntea,bing\ncoffee,', { engine: 'yahoo' }).map(({ request }) => request)).toMatchObject([
      { searchEngine: 'bing' },
      { searchEngine: 'yahoo' },
    ]);
  });
  test('may be fields without an option', () => {
    const text = 'keyword,saveRawData,freshness,callback,customUserAgent\ntea,1,600,https://me.example/?a=b,Tea/1.0\ncoffee,,,,';
    const [tea, coffee] = readRows(text, {});
    expect(tea!.request).toMatchObject({
      saveRawData: true,
      freshness: 600,
      callback: 'https://me.example/?a=b',
      customUserAgent: 'Tea/1.0',
    });
    expect(coffee!.request).toEqual(readRows('coffee', {})[0]!.request);
    const prompt = 'prompt,scheduleTo,externalIdentifier\nWhat?,3,mine';
    expect(readRows(prompt, {}, BATCH_KINDS['ai-prompt'])[0]!.request).toEqual({
      prompt: 'What?',
      scheduleTo: 3,
      externalIdentifier: 'mine',
    });
  });
  test.each([
    ['serp', SerpRequest],
    ['keyword', KeywordRequest],
    ['ai-prompt', AiSendPromptRequest],
  ] as const)('of %s are fields of the contract', (name, schema) => {
    const { aliases, fields } = BATCH_KINDS[name];
    const known = Object.keys(schema.properties);
    expect([...Object.keys(aliases), ...Object.keys(fields)].filter((field) => !known.includes(field))).toEqual([]);
  });
  test.each([
    ['keyword,serchEngine\nx,bing', 'Unknown column "serchEngine". Did you mean "searchEngine"?'],
    ['keyword,engine,searchEngine\nx,bing,bing', 'The columns "engine" and "searchEngine" mean the same.'],
    ['keyword,region,Region\nx,DE,DE', 'The columns "region" and "Region" mean the same.'],
    ['keyword,saveRawData\nx,perhaps', 'Line 2: saveRawData must be true or false.'],
    ['keyword,freshness\nx,soon', 'Line 2: freshness must be a whole number.'],
    ['keyword,maxResults\nx,many', 'Line 2: results must be a whole number.'],
    ['keyword,searchEngine\nx,gogle', 'Line 2: unknown engine "gogle". Did you mean "google"?'],
    ['keyword,aiService\nx,chatgpt', 'Unknown column "aiService".'],
  ])('are rejected with a suggestion: %j', (text, message) => {
    expect(() => readRows(text, {})).toThrow(message);
  });
});
