// The service of a run: live searches of Bing through proxies that lead to our engine, and an honest second source.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCertificate } from '../certificate.ts';
import { type Environment, openWithOneAccount, TOKEN } from '../environment.ts';
import { ROOT } from '../paths.ts';
import { type EngineSite, startEngineSite } from './engine-site.ts';
import { type HonestSource, startHonestSource } from './honest-source.ts';
import { hostsOf } from './lies.ts';

/** Each proxy has the rate limit of the engine's page: 20 requests a minute. */
const PROXIES = 6;
const CROSS_CHECK_SHARE = 0.2;
const CANARY_QUESTIONS = ['mountain bikes', 'running shoes', 'coffee grinder'];
const ANCHOR_WITHIN = 10;

export interface Answer {
  readonly verdict: string | null;
  readonly quality: number | null;
  readonly reasons: readonly string[];
  /** The source whose results the customer got; null for a faulty object. */
  readonly source: string | null;
  /** A source whose results were rejected. */
  readonly rejected: boolean;
}

export interface Service {
  readonly site: EngineSite;
  readonly honest: HonestSource;
  readonly environment: Environment;
  order(keyword: string): Promise<Answer>;
  /** Open alerts as `rule subject`. */
  alerts(): Promise<string[]>;
  close(): Promise<void>;
}

interface Serp {
  readonly faulty: boolean;
  readonly verdict: string | null;
  readonly quality: number | null;
  readonly qualityReasons: readonly string[];
  readonly attempts: readonly { readonly source: string; readonly outcome: string }[];
}

/** `days` are those of the honest results, the first one first. Returns null without openssl. */
export async function startService(days: readonly string[]): Promise<Service | null> {
  const environment = await openWithOneAccount();
  const certificate = createCertificate(environment.folder, ['www.bing.com']);
  if (certificate === null) {
    await environment.close();
    return null;
  }
  const site = await startEngineSite(certificate, days[0]!);
  const honest = await startHonestSource(() => site.state.day);
  const canaries = path.join(environment.folder, 'canaries.json');
  const own = CANARY_QUESTIONS.map((question, index) => canaryFor(question, index, days));
  writeFileSync(canaries, JSON.stringify({ canaries: [...own, ...withoutShipped()] }));
  const { url } = await environment.start('start', {
    NODE_EXTRA_CA_CERTS: certificate.cert,
    PROXIES: Array.from({ length: PROXIES }, () => site.proxies).join(','),
    UPSTREAM_URL: honest.url,
    UPSTREAM_KEY: 'lab',
    SERP_ROUTES: JSON.stringify({ bing: ['page', 'upstream'] }),
    CROSS_CHECKS: `bing=${CROSS_CHECK_SHARE}:100000`,
    CANARY_INTERVAL_MINUTES: '1',
    CANARIES_FILE: canaries,
    WORKERS: '1',
  });
  const call = async <T>(target: string, key: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}${target}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    site,
    honest,
    environment,
    order: async (keyword) => {
      const body = { keyword, region: 'US', language: 'en', searchEngine: 'bing', maxResults: 10, asynchronous: false };
      const { faulty, verdict, quality, qualityReasons, attempts } = await call<Serp>('/serp/new', environment.liveKey, body);
      return {
        verdict,
        quality,
        reasons: qualityReasons,
        source: faulty ? null : (attempts.at(-1)?.source ?? null),
        rejected: attempts.some(({ outcome }) => outcome === 'suspect' || outcome === 'unparsed'),
      };
    },
    alerts: async () => {
      const { open } = await call<{ open: { rule: string; subject: string }[] }>('/admin/alerts', TOKEN);
      return open.map(({ rule, subject }) => `${rule} ${subject}`);
    },
    close: async () => {
      await environment.close();
      await Promise.all([site.close(), honest.close()]);
    },
  };
}

/** The shipped canaries are about the real engines. */
function withoutShipped(): object[] {
  const { canaries } = JSON.parse(readFileSync(path.join(ROOT, 'data', 'canaries.json'), 'utf8')) as { canaries: { id: string }[] };
  return canaries.map(({ id }) => ({ id, disabled: true }));
}

/** The anchor is a result that this engine has on all days. */
function canaryFor(question: string, index: number, days: readonly string[]): object {
  const [host] = hostsOf(question, days);
  if (host === undefined) throw new Error(`no lasting result for ${question}`);
  return {
    id: `lab-${index}`,
    engine: 'bing',
    question,
    region: 'US',
    language: 'en',
    device: 'desktop',
    anchors: [{ site: host, within: ANCHOR_WITHIN }],
    checked: 2026,
  };
}
