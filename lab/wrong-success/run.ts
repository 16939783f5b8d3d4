// `npm run lab -- wrong-success`: a source starts to lie in four ways. After how many pages does the service notice?
import { loadavg } from 'node:os';
import { createSay, numberOption, round, type Say } from '../report.ts';
import { sleep } from '../wait.ts';
import { dayBefore, LIE_NAMES, LIES, type Lie, STALE_DAYS } from './lies.ts';
import { ageAnswers, ageSeries } from './past.ts';
import { type Answer, type Service, startService } from './service.ts';

/** Days before today on which the customer asked the same questions, oldest first. The stale answers are of none of them. */
const EARLIER_DAYS = [STALE_DAYS + 12, STALE_DAYS + 4, STALE_DAYS - 4, 8, 2, 1];
const SUBJECTS = ['red', 'large', 'cheap', 'used', 'best'];
const THINGS = ['garden tools', 'office chairs', 'winter jackets', 'board games', 'desk lamps'];
const QUESTIONS = SUBJECTS.flatMap((subject) => THINGS.map((thing) => `${subject} ${thing}`));
const LOW = 0.7;
/** An answer is in doubt when a program that follows docs/quality.md would not use it as it is. */
const isInDoubt = ({ quality, rejected, source }: Answer): boolean => rejected || source === null || (quality !== null && quality < LOW);
const isOfLiar = ({ source }: Answer): boolean => source?.startsWith('page') ?? false;
const ORDER_MS = 500;
const ALERTS_MS = 2000;
/** A few answers may pass before a source is paused. */
const REJECTED_MAX = 0.05;

interface Noticed {
  readonly lie: Lie;
  /** Pages of the liar until the first answer in doubt; null: none was. */
  readonly firstDoubt: number | null;
  /** Share of the customer's answers that came from the liar and looked right. */
  readonly unnoticedShare: number;
  readonly reasons: readonly string[];
  /** Pages and seconds until each alert opened. */
  readonly alerts: Readonly<Record<string, { readonly pages: number; readonly seconds: number }>>;
  /** Pages of the liar. Fewer than orders when its answers were rejected and it was paused. */
  readonly pages: number;
  readonly orders: number;
  /** Alerts and doubts while all sources were honest. */
  readonly falseAlerts: readonly string[];
  readonly falseDoubts: number;
  readonly honestAnswers: number;
}

export async function runWrongSuccess(args: string[]): Promise<number> {
  const json = args.includes('--json');
  const say = createSay(json);
  const ordersMax = numberOption(args, 'orders', 240);
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const unknown = only?.filter((name) => !(LIE_NAMES as readonly string[]).includes(name)) ?? [];
  if (unknown.length > 0) {
    process.stderr.write(`Unknown lie: ${unknown.join(', ')}. Known: ${LIE_NAMES.join(', ')}.\n`);
    return 2;
  }
  const load = round(loadavg()[0]!, 1);
  const results: Noticed[] = [];
  for (const lie of LIE_NAMES.filter((name) => only?.includes(name) ?? true)) {
    const result = await tellLie(lie, ordersMax, say);
    if (result === null) {
      process.stdout.write('WRONG-SUCCESS skipped: openssl is not installed.\n');
      return 0;
    }
    results.push(result);
  }
  printTable(results, say);
  // A lie whose answers are all rejected reaches no customer. All others must raise an alert.
  const missed = results.filter(({ unnoticedShare, alerts }) => unnoticedShare > REJECTED_MAX && Object.keys(alerts).length === 0);
  const falsely = results.filter(({ falseAlerts }) => falseAlerts.length > 0);
  const verdict = missed.length + falsely.length === 0 ? 'PASS' : 'FAIL';
  if (json) process.stdout.write(`${JSON.stringify({ load, ordersMax, results, verdict }, null, 2)}\n`);
  for (const { lie } of missed) say(`no alert within ${ordersMax} orders: ${lie}`);
  for (const { lie, falseAlerts } of falsely) say(`alerts while all sources were honest (before ${lie}): ${falseAlerts.join(', ')}`);
  say(`WRONG-SUCCESS load=${load} ${verdict}`);
  return verdict === 'PASS' ? 0 : 1;
}

/** Orders the questions in turn at a fixed rate, whatever the answers take. `goesOn` is asked before each order. */
async function orderInTurn(
  service: Service,
  goesOn: (number: number) => boolean | Promise<boolean>,
  onAnswer: (answer: Answer) => void,
): Promise<void> {
  const orders: Promise<void>[] = [];
  for (let number = 0; await goesOn(number); number++) {
    orders.push(service.order(QUESTIONS[number % QUESTIONS.length]!).then(onAnswer));
    await sleep(ORDER_MS);
  }
  await Promise.all(orders);
}

async function tellLie(lie: Lie, ordersMax: number, say: Say): Promise<Noticed | null> {
  const today = new Date().toISOString().slice(0, 10);
  const service = await startService([...EARLIER_DAYS.map((days) => dayBefore(today, days)), today]);
  if (service === null) return null;
  try {
    say(`\n${lie}: ${LIES[lie]}`);
    const honest = await askBefore(service, today, say);
    const falseAlerts = await service.alerts();
    const { site } = service;
    const answers: Answer[] = [];
    const alerts: Record<string, { pages: number; seconds: number }> = {};
    let firstDoubt: number | null = null;
    const [from, started] = [site.sent(), performance.now()];
    const pages = (): number => site.sent() - from;
    site.state.lie = lie;
    let checkedAt = started;
    const lookForAlerts = async (): Promise<void> => {
      checkedAt = performance.now();
      for (const name of await service.alerts())
        if (!falseAlerts.includes(name)) alerts[ruleOf(name)] ??= { pages: pages(), seconds: round((checkedAt - started) / 1000) };
    };
    await orderInTurn(
      service,
      async (number) => {
        if (performance.now() - checkedAt > ALERTS_MS) await lookForAlerts();
        return number < ordersMax;
      },
      (answer) => {
        answers.push(answer);
        if (isInDoubt(answer)) firstDoubt ??= pages();
      },
    );
    const used = answers.filter((answer) => isOfLiar(answer) && !isInDoubt(answer));
    return {
      lie,
      firstDoubt,
      unnoticedShare: round(used.length / answers.length, 2),
      reasons: [...new Set(answers.flatMap(({ reasons, rejected }) => [...reasons, ...(rejected ? ['suspect'] : [])]))],
      alerts,
      pages: pages(),
      orders: answers.length,
      falseAlerts,
      ...honest,
    };
  } finally {
    await service.close();
  }
}

const ruleOf = (alert: string): string => alert.split(' ')[0]!;

/** The same questions on earlier days, all answered honestly. */
async function askBefore(service: Service, today: string, say: Say): Promise<{ falseDoubts: number; honestAnswers: number }> {
  let [falseDoubts, honestAnswers] = [0, 0];
  const { db } = service.environment;
  for (const [index, days] of EARLIER_DAYS.entries()) {
    service.site.state.day = dayBefore(today, days);
    await orderInTurn(
      service,
      (number) => number < QUESTIONS.length,
      (answer) => {
        honestAnswers++;
        if (isInDoubt(answer)) falseDoubts++;
      },
    );
    // Sketches are written just after the answers.
    await sleep(1000);
    await ageAnswers(db, days - (EARLIER_DAYS[index + 1] ?? 0));
  }
  // The process writes its series every 20 seconds.
  await sleep(21_000);
  await ageSeries(db);
  service.site.state.day = today;
  say(`  ${honestAnswers} honest answers before, ${falseDoubts} of them in doubt`);
  return { falseDoubts, honestAnswers };
}

function printTable(results: readonly Noticed[], say: Say): void {
  say('\nlie             first doubt  unnoticed  alerts (pages / seconds)');
  for (const { lie, firstDoubt, unnoticedShare, alerts, reasons, pages, orders } of results) {
    const opened = Object.entries(alerts).map(([rule, opening]) => `${rule} ${opening.pages} / ${opening.seconds}`);
    const doubt = firstDoubt === null ? '–' : `page ${firstDoubt}`;
    say(`${lie.padEnd(16)}${doubt.padStart(11)}${`${Math.round(unnoticedShare * 100)}%`.padStart(11)}  ${opened.join(', ') || 'none'}`);
    say(`${''.padEnd(16)}${pages} pages, ${orders} orders; reasons: ${reasons.join(', ') || 'none'}`);
  }
}
