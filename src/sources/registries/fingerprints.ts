// Which technologies a page shows: signs are matched, implied ones added, impossible ones removed.
import type { TechnologyItem } from '../../contract/technology.ts';
import type { Page } from '../adapter.ts';
import { categoryOf, slugOf } from './fingerprints/categories.ts';
import { FRAMEWORKS } from './fingerprints/frameworks.ts';
import { LIBRARIES } from './fingerprints/libraries.ts';
import { MARKETING } from './fingerprints/marketing.ts';
import { SERVERS } from './fingerprints/servers.ts';
import { SHOPS } from './fingerprints/shops.ts';
import { SYSTEMS } from './fingerprints/systems.ts';
import type { Sign, Technology } from './fingerprints/technology.ts';
import { type Markup, readMarkup } from './markup.ts';

export const TECHNOLOGIES: readonly Technology[] = [...SERVERS, ...SYSTEMS, ...SHOPS, ...FRAMEWORKS, ...LIBRARIES, ...MARKETING];
const BY_NAME = new Map(TECHNOLOGIES.map((technology) => [technology.name, technology]));
const CERTAIN = 100;
const VERSION_MAX = 20;

interface Hit {
  confidence: number;
  version: string | null;
}

export function detectTechnologies(page: Page): TechnologyItem[] {
  const markup = readMarkup(page.body);
  const cookies = cookieNames(page.headers['set-cookie'] ?? '');
  const hits = new Map<string, Hit>();
  for (const technology of TECHNOLOGIES) {
    const hit = matchOf(technology, page.headers, cookies, markup);
    if (hit) hits.set(technology.name, hit);
  }
  // A map visits what is added while it is walked, so implications of implications are followed too.
  for (const [name, hit] of hits) {
    for (const implied of BY_NAME.get(name)?.implies ?? []) {
      if (!hits.has(implied)) hits.set(implied, { confidence: hit.confidence, version: null });
    }
  }
  for (const name of [...hits.keys()]) for (const excluded of BY_NAME.get(name)?.excludes ?? []) if (hits.has(name)) hits.delete(excluded);
  return [...hits].map(([name, hit]) => itemOf(BY_NAME.get(name)!, hit));
}

function matchOf(technology: Technology, headers: Page['headers'], cookies: readonly string[], markup: Markup): Hit | null {
  const hit: Hit = { confidence: 0, version: null };
  const test = (sign: Sign, value: string): void => {
    const [pattern, confidence] = sign instanceof RegExp ? [sign, CERTAIN] : sign;
    const match = pattern.exec(value);
    if (!match) return;
    hit.confidence = Math.min(CERTAIN, hit.confidence + confidence);
    const version = match.slice(1).find((group) => group !== undefined && /^\d/.test(group));
    if (version && version.length <= VERSION_MAX && version.length > (hit.version?.length ?? 0)) hit.version = version.replace(/\.$/, '');
  };
  for (const [name, sign] of Object.entries(technology.headers ?? {})) if (headers[name] !== undefined) test(sign, headers[name]);
  for (const [name, sign] of Object.entries(technology.meta ?? {}))
    for (const [key, content] of markup.meta) if (key === name) test(sign, content);
  for (const sign of technology.cookies ?? []) for (const cookie of cookies) test(sign, cookie);
  for (const sign of technology.scripts ?? []) for (const script of markup.scripts) test(sign, script);
  for (const sign of technology.links ?? []) for (const link of markup.links) test(sign, link);
  for (const sign of technology.html ?? []) test(sign, markup.html);
  return hit.confidence > 0 ? hit : null;
}

/** Several cookies stand in one header, parted by commas or line ends; commas of dates are followed by no `=`. */
const cookieNames = (header: string): string[] =>
  [...header.slice(0, 20_000).matchAll(/(?:^|[,\n]) ?([\w.$-]{1,80})=/g)].map((match) => match[1]!);

function itemOf(technology: Technology, hit: Hit): TechnologyItem {
  const categories = technology.categories.map(categoryOf);
  return {
    name: technology.name,
    slug: slugOf(technology.name),
    version: hit.version,
    confidence: hit.confidence,
    category: categories[0]?.name ?? null,
    categories,
    website: technology.website,
    icon: null,
    cpe: technology.cpe ?? null,
  };
}
