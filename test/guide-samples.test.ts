// Runs the samples of the documentation: curl calls return the announced statuses, programs run, and every operation has a sample.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compress } from '../src/platform/gzip.ts';
import { ROOT, runNode, runProgram, sampleFolder, samplesOf } from './doc-samples.ts';
import { OPERATOR_TOKEN, startTestService, type TestService, until } from './service.ts';

const USUAL_ADDRESS = 'http://127.0.0.1:8080';
const OWN = readdirSync(path.join(ROOT, 'docs', 'guide')).map((name) => `docs/guide/${name}`);
const PAPERS = [
  ...OWN,
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** Streams that only the client ends are logged late or never. Their samples run like all others. */
const ENDLESS = new Set(['GET /events/stream']);
const isCall = ({ language, text }: { language: string; text: string }) =>
  /^(?:sh|bash)$/.test(language) && text.includes('curl ') && text.includes(USUAL_ADDRESS);
const { paths, components } = JSON.parse(readFileSync(path.join(ROOT, 'docs', 'openapi.json'), 'utf8')) as {
  paths: Record<string, object>;
  components: { schemas: Record<string, { properties: object }> };
};
const operations = Object.entries(paths).flatMap(([address, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
);

let service: TestService;
let baseUrl: string;
let folder: string;
let elsewhere: string;
let account: { id: string; test: string };
/** Operations that were called successfully, such as `GET /serp/{id}`. */
const asked: string[] = [];

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  folder = sampleFolder();
  elsewhere = mkdtempSync(path.join(tmpdir(), 'sextant-samples-'));
  service = await startTestService({
    SOURCE_RETRY_SECONDS: '0.1',
    AI_RATE_SECONDS: '0',
    SYNC_WAIT_SECONDS: '30',
    // The test of a live source must not reach the network: no name server listens here.
    DNS_SERVERS: '127.0.0.1:9',
    DNS_TIMEOUT_SECONDS: '1',
    // A sample runs canaries on request. None is due by itself.
    CANARY_INTERVAL_MINUTES: '10000',
  });
  baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
  account = await service.account({ credits: 100_000 });
  await until(async () => (await service.admin('GET', '/admin/canaries')).json.sources.length > 0);
  // The page of the admin API acknowledges and silences an alert.
  await service.database.db.script(
    "insert into alerts (rule, subject, severity, summary) values ('diskFull', 'north', 'warning', 'The disk of north is 91% full.')",
  );
  // It also shows, dismisses and reopens a case.
  await service.database.db.script(`
    insert into layouts (id, engine, device, shapes, names)
      values ('a1', 'bing', 'desktop', decode(repeat('01', 128), 'hex'), decode(repeat('02', 128), 'hex'));
    insert into cases (layout_id, engine, device, kind, figures)
      values ('a1', 'bing', 'desktop', 'yield', '{"pages":12,"share":0.2,"yield":0.4,"neighboursYield":0.9,"arrays":[]}')`);
  const page = await compress('<title>clay pots</title>');
  await service.database.db.query(
    {
      name: 'sample page',
      text: `insert into case_pages (layout_id, n, object_id, expires_at, query, content_type, status, outcome, found, body, body_size)
        values ('a1', 1, 'none', now() + interval '1 day', $1, 'text/html', 200, 'valid', '{"organic":[]}', $2, $3)`,
    },
    [JSON.stringify({ engine: 'bing', keyword: 'clay pots' }), page.bytes, page.size],
  );
  // The page of tracking marks an alert as read and sends its message again.
  const project = { name: 'Paused', domains: [{ domain: 'shop.example' }], defaults: { region: 'US' }, schedule: { every: 'manual' } };
  const { json } = await service.call('POST', '/projects', account.test, project);
  await service.database.db.script(`
    with raised as (
      insert into tracking_alerts (account_id, project_id, rule_id, kind, keyword_id, day, body, message_id)
      select account_id, id, '', 'paused', 0, 9800, '{"reason":"credits","placed":0,"skipped":3}', new_id() from projects where public_id = '${json.id}'
      returning account_id, project_id, message_id
    )
    insert into tracking_messages (account_id, project_id, id, channel, target, body)
    select account_id, project_id, message_id, 'webhook', 'http://127.0.0.1:9999/alerts', '{}' from raised`);
});
afterAll(async () => {
  for (const one of [folder, elsewhere].filter(Boolean)) rmSync(one, { recursive: true, force: true });
  await service?.stop();
});
const environment = () => ({ BASE_URL: baseUrl, KEY: account.test, TOKEN: OPERATOR_TOKEN, PYTHONDONTWRITEBYTECODE: '1' });

/** Returns the requests that the service logged since a line, in order. */
async function answersSince(line: number): Promise<{ operation: string; status: number }[]> {
  // Responses are logged just after they were sent, so one more request is sent and waited for.
  await fetch(`${baseUrl}/nothing/is/here`);
  const requests = () =>
    service.lines
      .slice(line)
      .map((text) => JSON.parse(text) as { method?: string; route?: string; status?: number })
      .filter(({ route }) => route !== undefined);
  await until(async () => requests().some(({ method, route }) => method === 'GET' && route === 'unknown'));
  return requests()
    .filter(({ route }) => route !== 'unknown')
    .map(({ method, route, status }) => ({ operation: `${method} ${route!.replace(/:(\w+)/g, '{$1}')}`, status: status! }));
}

describe('every call by curl', () => {
  const called = PAPERS.filter((file) => samplesOf(file).some(isCall));
  test.each(called)('in %s returns the announced status', async (file) => {
    const script = samplesOf(file)
      .filter(isCall)
      .map(({ text }) => text.replaceAll(USUAL_ADDRESS, baseUrl).replace(/^(?:export )?(?:KEY|TOKEN)=\S+$/gm, ''))
      .join('\n');
    const line = service.lines.length;
    // One shell for the whole page, as for its reader. A page with the demo project takes half a minute.
    const { status, complaint } = await runProgram('bash', ['-eu'], environment(), script, elsewhere, 110_000);
    expect([status, complaint]).toEqual([0, '']);
    const answers = await answersSince(line);
    const promised = [...script.matchAll(/# answers (\d{3})/g)].map((match) => Number(match[1]));
    expect(answers.filter((answer) => answer.status >= 300).map((answer) => answer.status)).toEqual(promised);
    expect(answers.length).toBeGreaterThan(0);
    asked.push(...answers.filter((answer) => answer.status < 300).map((answer) => answer.operation));
  });
  test('together reach every operation', () => {
    expect(operations.filter((operation) => !asked.includes(operation) && !ENDLESS.has(operation))).toEqual([]);
  });
});

describe('every operation', () => {
  const shown = new Set(OWN.flatMap((file) => samplesOf(file).filter(isCall)).map(({ heading }) => heading));
  test.each(operations)('%s has a heading with a sample', (operation) => {
    expect([operation, shown.has(operation)]).toEqual([operation, true]);
  });
  test('that has a heading exists', () => {
    const headings = OWN.flatMap((file) => [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^## ((?:GET|POST|PUT|PATCH|DELETE) \S+)$/gm),
    ]);
    expect(headings.map((match) => match[1]!).filter((heading) => !operations.includes(heading))).toEqual([]);
  });
});

describe('the rank report', () => {
  /** Shell functions instead of the alias of the page, because scripts expand none. */
  const sextant = `sextant() { '${process.execPath}' '${path.join(ROOT, 'bin', 'sextant.mjs')}' "$@"; }`;
  const commands = samplesOf('docs/guide/recipe-rank-report.md')
    .flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []))
    .filter((line) => line.startsWith('sextant '));

  test('is made by the commands of its recipe', async () => {
    const { test: key } = await service.account({ credits: 1000 });
    const outputs = new Map<string, string>();
    for (const command of commands) {
      // `add` asks on a terminal before it saves, and there is none here.
      const line = command.replace(/^sextant track add .*/, '$& --yes');
      const settings = { SEXTANT_URL: baseUrl, SEXTANT_KEY: key };
      const { status, output, complaint } = await runProgram('bash', ['-euc', `${sextant}\n${line}`], settings, '', elsewhere);
      expect([command, status, status === 0 ? '' : complaint]).toEqual([command, 0, '']);
      outputs.set(command.split(' ')[2]!, output);
    }
    expect([...outputs.keys()]).toEqual(['init', 'report', 'add', 'run', 'share']);
    const keywords = [...commands.find((command) => command.includes('track add'))!.matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
    expect(keywords).toHaveLength(5);
    for (const keyword of keywords) expect(outputs.get('report')).toContain(keyword);
    expect(outputs.get('share')).toMatch(/\/share\/\S+/);
    // The header, and five keywords on two devices.
    expect(readFileSync(path.join(elsewhere, 'positions.csv'), 'utf8').trim().split('\n')).toHaveLength(11);
  }, 300_000);
  test('and a message about alerts has the fields of the API', () => {
    const [sample] = samplesOf('docs/guide/tracking.md').filter(({ language }) => language === 'json');
    const message = JSON.parse(sample!.text) as { alerts: object[] };
    const unknown = (value: object, schema: string) =>
      Object.keys(value).filter((name) => !(name in components.schemas[schema]!.properties));
    expect(unknown(message, 'TrackingMessage')).toEqual([]);
    expect(message.alerts.flatMap((alert) => unknown(alert, 'TrackingAlert'))).toEqual([]);
    expect(message.alerts).not.toEqual([]);
  });
});

describe('every program', () => {
  const programs = OWN.flatMap((file) =>
    samplesOf(file).map((sample, number) => ({ ...sample, number, page: path.basename(file, '.md') })),
  );
  const of = (...languages: string[]) =>
    programs.filter(({ language }) => languages.includes(language)).map((one) => [one.page, one.heading, one] as const);

  test.each(of('js'))('in JavaScript of %s (%s) runs', async (page, _heading, { text, number }) => {
    const file = path.join(folder, `${page}-${number}.mjs`);
    writeFileSync(file, text);
    const { status, output, complaint } = await runNode([file], environment(), '', elsewhere);
    expect([status, complaint]).toEqual([0, '']);
    expect(output).not.toBe('');
  });
  // test/python-client.test.ts runs the cells of the notebook, because they share their variables and need pandas.
  const python = of('python').filter(([page]) => page !== 'recipe-dataframe');
  test.for(python)('in Python of %s (%s) runs', async ([page, , { text, number }], { skip }) => {
    const file = path.join(folder, `${page}-${number}.py`);
    writeFileSync(file, text);
    const { status, output, complaint } = await runProgram('python3', [file], environment(), '', elsewhere);
    skip(status === null);
    expect([status, complaint]).toEqual([0, '']);
    expect(output).not.toBe('');
  });
  test('in TypeScript has the right types', async ({ skip }) => {
    const files = of('ts').map(([page, , { text, number }]) => {
      const name = `${page}-${number}.ts`;
      writeFileSync(path.join(folder, name), text);
      return name;
    });
    skip(files.length === 0);
    const settings = { compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, types: ['node'], noEmit: true }, files };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const { status, output } = await runNode([path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder]);
    expect([status, output]).toEqual([0, '']);
  });
  test('has at most the length that its recipe announces', () => {
    const tracker = programs.find(({ page, language }) => page === 'recipe-rank-tracker' && language === 'js')!;
    expect(
      tracker.text
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    ).toBeLessThanOrEqual(30);
  });
});
