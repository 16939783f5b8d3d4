// Tools for searches, keyword volumes, AI engines and lookups.
import type { Kind } from '../contract/vocabulary.ts';
import { ToolProblem } from './backend.ts';
import { costSentence } from './costs.ts';
import { checkFields, checkItemFields } from './fields.ts';
import { sectionsIn, toolResult } from './results.ts';
import * as schemas from './schemas.ts';
import type { Toolbox } from './toolbox.ts';
import { fieldsOf, linesOf, masked } from './trim.ts';

type Row = Readonly<Record<string, unknown>>;

/** Drops fields that were not given. */
const given = (fields: Row): Row => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Adds the tools for result pages. */
export function addSearches({ add, order, fetch, costs }: Toolbox): void {
  add<schemas.SearchInput>(
    {
      name: 'search',
      title: 'Search',
      description: `Results of a search engine for a keyword in a region. ${costSentence(costs, 'search', ', more with a higher priority')} Failed searches are free.`,
      input: schemas.SearchInput,
    },
    async ({ keyword, engine, region = 'US', language, results, mobile, priority, sections, ...view }, context) => {
      const more = given({ searchEngine: engine, language, maxResults: results, isMobile: mobile, priority });
      const shown = { sections: sectionsIn(sections), fields: view.fields ?? null, top: view.top ?? 10 };
      checkItemFields(view.fields, shown.sections);
      return order({ kind: 'serp', request: { keyword, region, ...more } }, shown, view.waitSeconds, context);
    },
  );
  add<schemas.FetchInput>(
    {
      name: 'fetch_result',
      title: 'Fetch a result',
      description: 'An earlier result by id or sextant:// link, with more items, other sections or fields. Free.',
      input: schemas.FetchInput,
      readOnly: true,
    },
    async ({ id, kind = 'serp', sections, fields, top, waitSeconds }, context) => {
      const [, linked, bare] = /^sextant:\/\/(\w+)\/(\w+)$/.exec(id) ?? [];
      const shown = { sections: sectionsIn(sections), fields: fields ?? null, top: top ?? 10 };
      const fetched = (linked ?? kind) as Kind;
      if (fetched === 'serp') checkItemFields(fields, shown.sections);
      else checkFields(fields, fetched);
      return fetch(fetched, bare ?? id, shown, waitSeconds, context);
    },
  );
}

/** Adds the tools for keyword volumes and AI engines. */
export function addKeywordAndAiTools({ add, order, costs }: Toolbox): void {
  add<schemas.KeywordsInput>(
    {
      name: 'keywords',
      title: 'Keyword volumes',
      description: `Monthly search volume, competition and cost per click of keywords, or similar keywords. ${costSentence(costs, 'keywords', ', more with a higher priority')}`,
      input: schemas.KeywordsInput,
    },
    ({ keywords, region = 'US', language, source, suggestions, priority, fields, top, waitSeconds }, context) => {
      checkFields(fields, 'keyword');
      const request = { keywords, region, ...given({ source, language, suggestions, priority }) };
      return order({ kind: 'keyword', request }, { sections: [], fields: fields ?? null, top: top ?? 50 }, waitSeconds, context);
    },
  );
  add<schemas.AskInput>(
    {
      name: 'ask',
      title: 'Ask an AI engine',
      description: `The answer of ChatGPT or Perplexity to a prompt, with citations, or the SEO analysis of a page. ${costSentence(costs, 'ask')} One per minute.`,
      input: schemas.AskInput,
    },
    ({ prompt, url, service = 'perplexity', fields, waitSeconds }, context) => {
      if ((prompt === undefined) === (url === undefined))
        throw new ToolProblem(400, 'Exactly one of prompt and url is required.', 'Send either prompt or url. Nothing was charged.');
      checkFields(fields, 'ai');
      const request = { aiService: service, ...given({ prompt, url }) };
      return order({ kind: 'ai', request }, { sections: [], fields: fields ?? null, top: 100 }, waitSeconds, context);
    },
  );
}

/** Adds the lookups, which return their result at once. */
export function addLookups({ add, lookUp, backend, free, costs }: Toolbox): void {
  add<schemas.WhoisInput>(
    {
      name: 'whois',
      title: 'WHOIS',
      description: `Registration data of a domain: registrant, registrar, dates. ${costSentence(costs, 'whois')}`,
      input: schemas.WhoisInput,
    },
    async ({ domain, source, fields }, context) => {
      checkFields(fields, 'whois');
      const { result: lookupResult, costs } = await lookUp('whois', domain, source ? { source } : {}, context);
      const { rawText: _raw, ...rest } = lookupResult as Row;
      const row = masked(rest, fields ?? null);
      return toolResult({ whois: row }, fieldsOf(row), costs);
    },
  );
  add<schemas.TechnologiesInput>(
    {
      name: 'technologies',
      title: 'Technologies of a site',
      description: `Technologies of a website, detected from its homepage and DNS records. ${costSentence(costs, 'technologies')}`,
      input: schemas.TechnologiesInput,
    },
    async ({ domain, fields, top = 100 }, context) => {
      checkFields(fields, 'technologies');
      const { result: lookupResult, costs } = await lookUp('technologies', domain, {}, context);
      const list = (lookupResult as { technologies: Row[] }).technologies;
      const rows = list.slice(0, top).map((row) => masked(row, fields ?? ['name', 'version', 'category', 'confidence']));
      const text = `${domain}: ${list.length} technologies\n${linesOf(rows) || 'none'}`;
      return toolResult({ domain, count: list.length, technologies: rows }, text, costs);
    },
  );
  add<schemas.RegionsInput>(
    {
      name: 'regions',
      title: 'Find regions',
      description: 'Regions for searches. Use canonicalName as region. Free.',
      input: schemas.RegionsInput,
      readOnly: true,
    },
    async ({ query, countryCode, type, top = 10, fields }, context) => {
      checkFields(fields, 'regions');
      const regionQuery = given({ query, countryCode, type, items: String(top) }) as Record<string, string>;
      const { items = [], ...page } = (await backend.regions(regionQuery, context.mcpReq.signal)) as Row & { items?: Row[] };
      const rows = items.map((row) => masked(row, fields ?? ['canonicalName', 'type', 'countryCode', 'population']));
      return toolResult({ regions: rows, ...masked(page, null) }, linesOf(rows) || 'none', free());
    },
  );
}
