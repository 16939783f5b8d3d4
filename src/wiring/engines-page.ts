// Writes the parts of docs/engines.md that are about single engines.
import { readConfig, SETTINGS } from '../config.ts';
import { ENGINES, type EngineName, EXTENSION_ENGINES } from '../contract/vocabulary.ts';
import { createEngineTable } from '../sources/catalogue.ts';
import { DEFINITIONS } from '../sources/engines/list.ts';
import type { ProviderSource } from '../sources/providers/source.ts';
import { createFallbacks, createProviders } from './providers.ts';

const HEADER = '| Engine | Fills | Results a page | Most | Place | Phones | Sources, in order |\n|---|---|--:|--:|---|---|---|\n';
const NOTES = '## What to know of each\n\n';

/** Settings without a default that are not credentials of sources. */
const OTHERS = /^(?:DATABASE_URL|REPLAY_DIR|NODE_NAME|ALERT_.*|OTEL_.*)$/;

/** A configuration with every credential, so that every source is on its routes. */
export function fullConfig() {
  const credentials = Object.entries(SETTINGS).flatMap(([name, { fallback }]) =>
    fallback === null && !OTHERS.test(name) ? [[name, 'https://x.example']] : [],
  );
  return readConfig({
    ...Object.fromEntries(credentials),
    BRAVE_ENGINES: 'google,bing,yahoo',
    YANDEX_DEFERRED: 'true',
    YANDEX_WORDSTAT: 'true',
  });
}

/** Returns the page with a new table of engines and new notes. */
export function withEngines(page: string): string {
  const table = replaced(page, HEADER, '\n\n', `${HEADER}${rows().join('\n')}`);
  return replaced(table, NOTES, '\n\n## ', `${NOTES}${notes().join('\n')}`);
}

function replaced(page: string, from: string, until: string, text: string): string {
  const start = page.indexOf(from);
  const end = page.indexOf(until, start + from.length);
  if (start < 0 || end < 0) throw new Error(`docs/engines.md has no section that begins with ${from}`);
  return page.slice(0, start) + text + page.slice(end);
}

function rows(): string[] {
  const config = fullConfig();
  const [before, after] = [createProviders(config), createFallbacks(config)];
  const access = { apiKey: 'x', model: 'x', baseUrl: 'https://x.example' };
  const engines = createEngineTable(Object.fromEntries(ENGINES.map((name) => [name, access])));
  return ENGINES.map((name) => {
    const { pageSize, maxResults, region, mobile, api } = engines[name]!.traits;
    const answering = (list: readonly ProviderSource[]) =>
      list.filter((source) => source.engines.includes(name)).map((source) => source.name);
    const sources = [...answering(before), ...(api === undefined ? ['browser', 'page'] : [api]), ...answering(after)];
    const cells = [shown(name), DEFINITIONS[name].docs.fills.join(', '), pageSize, maxResults, region, mobile ? 'yes' : 'no'];
    return `| ${cells.join(' | ')} | ${sources.join(', ')} |`;
  });
}

const shown = (name: EngineName): string => (isExtension(name) ? `${name} (extension)` : name);
const isExtension = (name: EngineName): boolean => (EXTENSION_ENGINES as readonly string[]).includes(name);

const notes = (): string[] =>
  ENGINES.flatMap((name) => {
    const marked = isExtension(name) ? ['is an extension: the contract does not have it.'] : [];
    return [...marked, ...(DEFINITIONS[name].docs.notes ?? [])].map((note) => `- **${name}** ${note}`);
  });
