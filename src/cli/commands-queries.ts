// Commands that query sources, run batches, and parse stored pages.
import {
  AI_SERVICES,
  ENGINES,
  EXPORT_FORMATS,
  KEYWORD_SOURCES,
  KINDS,
  PRIORITIES,
  QUOTE_TYPES,
  WHOIS_SOURCES,
} from '../contract/vocabulary.ts';
import type { Command, Option } from './command.ts';

const test: Option = { name: 'test', summary: 'query the built-in sandbox' };
const engine: Option = { name: 'engine', value: 'ENGINE', values: ENGINES, summary: 'search engine. Default: google' };
const region: Option = { name: 'region', value: 'REGION', summary: 'country code or region name. Default: US' };
const url: Option = { name: 'url', value: 'URL', summary: 'URL of the service. Default: SEXTANT_URL' };
const key: Option = { name: 'key', value: 'KEY', summary: 'API key. Default: SEXTANT_KEY, which is safer' };

export const QUERY_COMMANDS: readonly Command[] = [
  {
    name: 'search',
    summary: 'run one search',
    forms: [
      {
        usage: 'search "red shoes" [--engine bing] [--region US] [--results 20] [--mobile] [--test] [--json]',
        summary: 'run one search through the configured sources',
      },
    ],
    options: [
      engine,
      region,
      { name: 'results', value: 'COUNT', summary: 'number of results: 10, 20, … 100. Default: 10' },
      { name: 'mobile', summary: 'search as a mobile device' },
      test,
    ],
    examples: [
      { usage: 'search "red shoes" --test', summary: 'in the sandbox, without credentials' },
      { usage: 'search zapatos --engine bing --region ES --results 20', summary: 'live' },
    ],
  },
  {
    name: 'batch',
    summary: 'run many requests from a file through a running service',
    takesFiles: true,
    forms: [
      {
        usage:
          'batch keywords.csv --out results.jsonl [--csv results.csv] [--engine google] [--region DE] [--url URL] [--key KEY] [--json]',
        summary: 'run many searches from a file; can be resumed',
      },
      {
        usage: 'batch domains.csv --kind whois --out whois.jsonl [--url URL] [--key KEY] [--json]',
        summary: 'the same for lookups, search volumes, prompts or page analyses',
      },
    ],
    options: [
      { name: 'kind', value: 'KIND', values: QUOTE_TYPES, summary: 'type of request. Default: serp' },
      { name: 'out', value: 'FILE', summary: 'file for the results, one JSON object per line; its journal is stored beside it' },
      { name: 'csv', value: 'FILE', summary: 'also write the results as CSV, one row per result, when all lines are done' },
      { ...engine, summary: 'search engine; with --kind keyword google, baidu, yandex or naver. Default: google' },
      region,
      { name: 'language', value: 'CODE', summary: 'ISO 639-1 code. Default: language of the region' },
      { name: 'results', value: 'COUNT', summary: 'number of results: 10, 20, … 100. Default: 10' },
      { name: 'priority', value: 'PRIORITY', values: PRIORITIES, summary: 'priority of the requests. Default: NORMAL' },
      { name: 'mobile', summary: 'search as a mobile device' },
      { name: 'suggestions', summary: 'with --kind keyword: suggest similar keywords instead of search volumes' },
      { name: 'service', value: 'SERVICE', values: AI_SERVICES, summary: 'AI service for ai-prompt and ai-analysis. Default: perplexity' },
      { name: 'source', value: 'SOURCE', values: WHOIS_SOURCES, summary: 'source for whois. Default: auto' },
      { name: 'batch-size', value: 'COUNT', summary: 'lines per request to the service, 1 to 1000. Default: 100' },
      { name: 'reorder-expired', summary: 'order lines again, and pay again, if their response was lost more than 23 hours ago' },
      url,
      key,
    ],
    examples: [
      {
        usage: 'batch keywords.csv --engine google --region DE --out results.jsonl',
        summary: 'run the same command again after an interruption',
      },
      { usage: 'batch keywords.csv --out results.jsonl --csv results.csv', summary: 'position, title and URL of every result as CSV' },
      { usage: 'batch - --region US --out results.jsonl < keywords.txt', summary: 'one keyword per line from standard input' },
      { usage: 'batch domains.csv --kind whois --out whois.jsonl', summary: 'WHOIS records of domains' },
      {
        usage: 'batch keywords.txt --kind keyword --region IT --out volumes.jsonl',
        summary: 'search volumes, twenty keywords per request',
      },
    ],
    notes: [
      'A CSV file needs a header with the column keyword (serp, keyword), domain (whois, technologies), prompt (ai-prompt) or url (ai-analysis). Other columns have the names of the options of that kind, or the field names of the API such as searchEngine, maxResults and isMobile. They override the options for their row. The column reference is copied to the result. A file without a header has one keyword, domain, prompt or URL per line.',
      'After an interruption the same command continues and charges nothing twice. The exit code is 1 if a line was rejected or failed.',
      'Keywords with the same region, language and source share one request, which costs as much as one keyword. The service accepts one AI job per minute.',
    ],
  },
  {
    name: 'export',
    summary: 'write results of a running service to a file',
    takesFiles: true,
    forms: [
      {
        usage: 'export results.csv [--types organic] [--engine google] [--from 2026-11-01] [--format parquet] [--url URL] [--key KEY]',
        summary: 'write one row per result as CSV, JSON lines or Parquet',
      },
    ],
    options: [
      { name: 'format', value: 'FORMAT', values: EXPORT_FORMATS, summary: 'format of the file. Default: the end of its name' },
      {
        name: 'types',
        value: 'TYPES',
        summary: 'types of rows, separated by commas, such as organic,related; or all. Default: organic for SERPs, all for other types',
      },
      { name: 'kind', value: 'KIND', values: KINDS, summary: 'only requests of this type' },
      { ...engine, summary: 'only requests to this engine' },
      { ...region, summary: 'only requests for this country code or region name' },
      { name: 'from', value: 'DAY', summary: 'only requests created on this day or later' },
      { name: 'to', value: 'DAY', summary: 'only requests created before this day' },
      { name: 'q', value: 'TEXT', summary: 'only requests with this text in the keyword' },
      url,
      key,
    ],
    examples: [
      { usage: 'export results.csv', summary: 'position, title and URL of every organic result' },
      { usage: 'export november.parquet --from 2026-11-01 --to 2026-12-01', summary: 'for pandas, DuckDB and Spark' },
      { usage: 'export all.jsonl --types all', summary: 'all results, and one row for each request without results' },
    ],
    notes: ['The file appears when the export is complete.'],
  },
  {
    name: 'keywords',
    summary: 'get search volumes and suggestions',
    forms: [
      {
        usage: 'keywords "pizza,pasta" [--region US] [--source google|baidu] [--language en] [--suggestions] [--test] [--json]',
        summary: 'get search volumes',
      },
    ],
    options: [
      { name: 'source', value: 'SOURCE', values: KEYWORD_SOURCES, summary: 'source of the volumes. Default: google' },
      region,
      { name: 'language', value: 'CODE', summary: 'ISO 639-1 code' },
      { name: 'suggestions', summary: 'suggest similar keywords instead' },
      test,
    ],
    examples: [{ usage: 'keywords "pizza,pasta" --region IT --test', summary: 'two volumes from the sandbox' }],
  },
  {
    name: 'technologies',
    summary: 'detect the technologies of a site',
    forms: [{ usage: 'technologies shop.com [--test] [--json]', summary: 'detect the technologies of a site' }],
    options: [test],
    examples: [{ usage: 'technologies shop.com --test', summary: 'prints name, version, categories and confidence' }],
  },
  {
    name: 'ask',
    summary: 'send a prompt to an AI model',
    forms: [
      { usage: 'ask "…" [--service chatgpt] [--url https://shop.com/] [--test] [--json]', summary: 'send a prompt, or analyse a page' },
    ],
    options: [
      { name: 'service', value: 'SERVICE', values: AI_SERVICES, summary: 'AI service. Default: perplexity' },
      { name: 'url', value: 'URL', summary: 'analyse this page instead of sending a prompt' },
      test,
    ],
    examples: [
      { usage: 'ask "What is a sextant?" --test', summary: 'prints the text and its citations' },
      { usage: 'ask --url https://shop.com/ --service chatgpt', summary: 'analyse one page' },
    ],
  },
  {
    name: 'whois',
    summary: 'look up a domain',
    forms: [{ usage: 'whois example.com [--source auto|whois|website] [--test] [--json]', summary: 'look up a domain' }],
    options: [{ name: 'source', value: 'SOURCE', values: WHOIS_SOURCES, summary: 'source of the record. Default: auto' }, test],
    examples: [{ usage: 'whois shop.com --test', summary: 'prints a table of its fields' }],
  },
  {
    name: 'mcp',
    summary: 'provide tools for AI agents on standard input and output',
    forms: [
      { usage: 'mcp [--url URL] [--key KEY] [--budget C] [--test]', summary: 'run an MCP server for the agent that starts this command' },
    ],
    options: [url, key, { name: 'budget', value: 'CREDITS', summary: 'credits that this session may spend. Default: no limit' }, test],
    examples: [
      { usage: 'mcp --url http://127.0.0.1:8080 --budget 200', summary: 'use a running service, with the key in SEXTANT_KEY' },
      { usage: 'mcp --test', summary: 'use the sandbox, without a service' },
    ],
    notes: [
      'Without a service the command queries the configured sources directly: no account, no credits, and results are stored for the session.',
    ],
  },
  {
    name: 'registries',
    summary: 'refresh the list of RDAP servers',
    actions: ['refresh'],
    forms: [{ usage: 'registries refresh [--json]', summary: 'download the current list of RDAP servers' }],
    options: [],
    examples: [{ usage: 'registries refresh', summary: 'a running service uses it within half a minute' }],
  },
  {
    name: 'reparse',
    summary: 'parse raw pages again',
    forms: [
      { usage: 'reparse ID … [--json]', summary: 'parse the raw pages of SERPs (with saveRawData) again' },
      { usage: 'reparse --dry-run --cases[=FOLDER] [--json]', summary: 'print what the current parsers would change in kept pages' },
    ],
    options: [
      { name: 'dry-run', summary: 'change nothing; the exit code is 1 if the parsers find something else' },
      {
        name: 'cases',
        value: 'FOLDER',
        isOptional: true,
        summary: 'pages of cases: of the database, or with --cases=FOLDER of exported ones',
      },
    ],
    examples: [
      { usage: 'reparse 6737a1f00c2a4b6d8e9f0a1b', summary: 'uses the current parsers' },
      { usage: 'reparse --dry-run --cases=cases', summary: 'in CI, over your own folder of cases' },
    ],
  },
  {
    name: 'parse',
    summary: 'parse stored pages',
    takesFiles: true,
    forms: [
      {
        usage: 'parse --engine bing page.html … [--json]',
        summary: 'parse stored pages with the current parsers (--ndjson: lines in, lines out)',
      },
    ],
    options: [
      { name: 'engine', value: 'ENGINE', summary: 'engine of the page' },
      { name: 'ndjson', summary: 'lines {"id","engine","file"} in, {"id","verdict","data"} out' },
    ],
    examples: [{ usage: 'parse --engine bing page.html', summary: 'prints the parsed results' }],
  },
  {
    name: 'regions',
    summary: 'add Google’s criteria IDs',
    actions: ['refresh', 'import'],
    takesFiles: true,
    forms: [
      { usage: 'regions refresh [--json]', summary: 'download Google’s list of geographic targets and add its criteria IDs' },
      { usage: 'regions import geotargets.csv [--json]', summary: 'add them from a file' },
    ],
    options: [],
    examples: [{ usage: 'regions refresh', summary: 'restart the service afterwards' }],
  },
];
