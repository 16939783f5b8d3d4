// The verbs that ask: one question at a time, whole files of them, and readers of what was answered.
import { QUOTE_TYPES } from '../contract/quote.ts';
import { AI_SERVICES, ENGINES, KEYWORD_SOURCES, PRIORITIES, WHOIS_SOURCES } from '../contract/vocabulary.ts';
import type { Option, Verb } from './verb.ts';

const test: Option = { name: 'test', summary: 'ask the built-in test world' };
const engine: Option = { name: 'engine', value: 'ENGINE', values: ENGINES, summary: 'google unless told' };
const region: Option = { name: 'region', value: 'REGION', summary: 'a country code or the name of a place; US unless told' };
const url: Option = { name: 'url', value: 'URL', summary: 'the service; SEXTANT_URL unless told' };
const key: Option = { name: 'key', value: 'KEY', summary: 'its API key; better kept in SEXTANT_KEY' };

export const QUESTION_VERBS: readonly Verb[] = [
  {
    name: 'search',
    summary: 'one search',
    forms: [
      {
        words: 'search "red shoes" [--engine bing] [--region US] [--results 20] [--mobile] [--test] [--json]',
        summary: 'one search through the configured sources',
      },
    ],
    options: [
      engine,
      region,
      { name: 'results', value: 'COUNT', summary: '10, 20, … 100; 10 unless told' },
      { name: 'mobile', summary: 'as a phone' },
      test,
    ],
    examples: [
      { words: 'search "red shoes" --test', summary: 'without any credential' },
      { words: 'search zapatos --engine bing --region ES --results 20', summary: 'a live one' },
    ],
  },
  {
    name: 'batch',
    summary: 'many searches, or other questions, from a file, through a running service',
    takesFiles: true,
    forms: [
      {
        words: 'batch keywords.csv --out results.jsonl [--engine google] [--region DE] [--url URL] [--key KEY] [--json]',
        summary: 'many searches from a file, with resume',
      },
      {
        words: 'batch domains.csv --kind whois --out whois.jsonl [--url URL] [--key KEY] [--json]',
        summary: 'the same with lookups, volumes, prompts or pages to analyse',
      },
    ],
    options: [
      { name: 'kind', value: 'KIND', values: QUOTE_TYPES, summary: 'what is asked; serp unless told' },
      { name: 'out', value: 'FILE', summary: 'where the results go, one JSON object per line; its journal lies beside it' },
      { ...engine, summary: 'google unless told; for keyword google, baidu, yandex or naver' },
      region,
      { name: 'language', value: 'CODE', summary: 'ISO 639-1; the region’s own unless told' },
      { name: 'results', value: 'COUNT', summary: '10, 20, … 100; 10 unless told' },
      { name: 'priority', value: 'PRIORITY', values: PRIORITIES, summary: 'NORMAL unless told' },
      { name: 'mobile', summary: 'as a phone' },
      { name: 'suggestions', summary: 'for keyword: similar keywords of each line instead of its volume' },
      { name: 'service', value: 'SERVICE', values: AI_SERVICES, summary: 'for ai-prompt and ai-analysis; perplexity unless told' },
      { name: 'source', value: 'SOURCE', values: WHOIS_SOURCES, summary: 'for whois; auto unless told' },
      { name: 'part', value: 'COUNT', summary: 'lines ordered in one call, 1 to 1000; 100 unless told' },
      { name: 'buy-again', summary: 'order parts again whose answer was lost more than 23 hours ago' },
      url,
      key,
    ],
    examples: [
      { words: 'batch keywords.csv --engine google --region DE --out results.jsonl', summary: 'run it again after any interruption' },
      { words: 'batch - --region US --out results.jsonl < words.txt', summary: 'one keyword per line from standard input' },
      { words: 'batch domains.csv --kind whois --out whois.jsonl', summary: 'who registered these domains' },
      { words: 'batch words.txt --kind keyword --region IT --out volumes.jsonl', summary: 'search volumes, twenty words in one request' },
    ],
    notes: [
      'A CSV file has a header with the column keyword (serp, keyword), domain (whois, technologies), prompt (ai-prompt) or url (ai-analysis). Other columns are named like the options that go with the kind and override them for their row; reference is handed through. A file without such a header has one keyword, domain, prompt or address per line.',
      'The same command goes on where it was interrupted, and orders nothing twice. The exit status is 1 when a line was refused or ended faulty.',
      'Volumes of words with the same region, language and source are asked for together, for that costs as much as one. The service takes one AI job a minute.',
    ],
  },
  {
    name: 'keywords',
    summary: 'search volumes and suggestions',
    forms: [
      {
        words: 'keywords "pizza,pasta" [--region US] [--engine google|baidu] [--language en] [--suggestions] [--test] [--json]',
        summary: 'search volumes',
      },
    ],
    options: [
      { name: 'engine', value: 'SOURCE', values: KEYWORD_SOURCES, summary: 'google unless told' },
      region,
      { name: 'language', value: 'CODE', summary: 'ISO 639-1' },
      { name: 'suggestions', summary: 'similar keywords instead' },
      test,
    ],
    examples: [{ words: 'keywords "pizza,pasta" --region IT --test', summary: 'two volumes from the test world' }],
  },
  {
    name: 'tech',
    summary: 'what a site is made with',
    forms: [{ words: 'tech shop.com [--test] [--json]', summary: 'what a site is made with' }],
    options: [test],
    examples: [{ words: 'tech shop.com --test', summary: 'name, version, categories, confidence' }],
  },
  {
    name: 'ask',
    summary: 'ask an AI model',
    forms: [
      { words: 'ask "…" [--service chatgpt] [--url https://shop.com/] [--test] [--json]', summary: 'a prompt, or a page to analyse' },
    ],
    options: [
      { name: 'service', value: 'SERVICE', values: AI_SERVICES, summary: 'perplexity unless told' },
      { name: 'url', value: 'URL', summary: 'a page to analyse instead of a prompt' },
      test,
    ],
    examples: [
      { words: 'ask "What is a sextant?" --test', summary: 'the text and its citations' },
      { words: 'ask --url https://shop.com/ --service chatgpt', summary: 'the analysis of one page' },
    ],
  },
  {
    name: 'whois',
    summary: 'look a domain up',
    forms: [{ words: 'whois example.com [--source auto|whois|website] [--test] [--json]', summary: 'look a domain up' }],
    options: [{ name: 'source', value: 'SOURCE', values: WHOIS_SOURCES, summary: 'auto unless told' }, test],
    examples: [{ words: 'whois shop.com --test', summary: 'a table of its fields' }],
  },
  {
    name: 'mcp',
    summary: 'tools for AI agents on standard input and output',
    forms: [{ words: 'mcp [--url URL] [--key KEY] [--budget C] [--test]', summary: 'speak MCP for an agent that starts this command' }],
    options: [url, key, { name: 'budget', value: 'CREDITS', summary: 'how much this session may spend; no bound unless told' }, test],
    examples: [
      { words: 'mcp --url http://127.0.0.1:8080 --budget 200', summary: 'tools of a running service, key in SEXTANT_KEY' },
      { words: 'mcp --test', summary: 'without a service: the built-in test world' },
    ],
    notes: ['Without a service the configured sources are asked directly: no account, no credits, and results are kept for the session.'],
  },
  {
    name: 'registries',
    summary: 'refresh the table of RDAP servers',
    actions: ['refresh'],
    forms: [{ words: 'registries refresh [--json]', summary: 'fetch the newest table of RDAP servers' }],
    options: [],
    examples: [{ words: 'registries refresh', summary: 'a running service uses it within half a minute' }],
  },
  {
    name: 'reparse',
    summary: 'read kept pages again',
    forms: [{ words: 'reparse ID … [--json]', summary: 'read kept pages again (SERPs made with saveRawData)' }],
    options: [],
    examples: [{ words: 'reparse 6737a1f00c2a4b6d8e9f0a1b', summary: 'with today’s readers' }],
  },
  {
    name: 'parse',
    summary: 'read stored pages',
    takesFiles: true,
    forms: [
      {
        words: 'parse --engine bing page.html … [--json]',
        summary: 'read stored pages with today’s readers (--ndjson: lines in, lines out)',
      },
    ],
    options: [
      { name: 'engine', value: 'ENGINE', summary: 'whose page it is' },
      { name: 'ndjson', summary: 'lines {"id","engine","file"} in, {"id","verdict","data"} out' },
    ],
    examples: [{ words: 'parse --engine bing page.html', summary: 'what today’s reader sees in it' }],
  },
  {
    name: 'regions',
    summary: 'add Google’s criteria ids',
    actions: ['refresh', 'import'],
    takesFiles: true,
    forms: [
      { words: 'regions refresh [--json]', summary: 'fetch Google’s published list of geographic targets and add its criteria ids' },
      { words: 'regions import geotargets.csv [--json]', summary: 'add them from a file' },
    ],
    options: [],
    examples: [{ words: 'regions refresh', summary: 'restart the service afterwards' }],
  },
];
