// Builds what an API process monitors with: its time series, the alert rules and their channels.
import { createAlertMail } from '../business/alerts/email.ts';
import type { AlertSenders } from '../business/alerts/messages.ts';
import { type Monitor, startMonitor } from '../business/alerts/monitor.ts';
import type { AlertLimits } from '../business/alerts/rules.ts';
import { createAlertWebhook } from '../business/alerts/webhook.ts';
import { recordProcess } from '../business/series/process.ts';
import type { SeriesRecorder } from '../business/series/recorder.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { createHttpClient, type HttpClient } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import type { Resolver } from '../platform/resolver.ts';
import { type GuardPolicy, portOf } from '../platform/ssrf-guard.ts';
import { type AllowedTarget, readTarget } from '../platform/ssrf-targets.ts';
import { hasCanaries } from './canary-terms.ts';
import { nodeNameOf } from './fleet.ts';
import { dataFolder } from './installation.ts';
import { callbackPolicy } from './targets.ts';

export interface MonitoringParts {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
  readonly resolver: Resolver;
  /** Accounts whose lots and ledger differ. */
  readonly mismatchedAccounts: () => number;
}

export interface Monitoring {
  readonly series: SeriesRecorder;
  readonly senders: AlertSenders;
  stop(): Promise<void>;
}

export function createMonitoring({ db, config, log, resolver, mismatchedAccounts }: MonitoringParts): Monitoring {
  const series = recordProcess({
    db,
    role: 'api',
    node: nodeNameOf(config),
    folder: dataFolder(config),
    mismatchedAccounts,
    onError: (error) => log.warn('time series not written', { error }),
  });
  const client = createAlertClient(config, resolver);
  const senders = alertSenders(config, client, resolver);
  const monitor: Monitor = startMonitor({
    db,
    series,
    senders,
    limits: limitsOf(config),
    budgets: config.PROVIDER_BUDGETS,
    // A database of the operator has its own backups.
    hasCanaries: hasCanaries(config),
    expectsBackup: config.DATABASE_URL === null ? config.MODE === 'production' : null,
    deadlineSeconds: config.JOB_DEADLINE_SECONDS,
    onError: (task, error) => log.error('monitoring failed', { task, error }),
    onUnsent: (count) => log.warn('alert messages not delivered', { count }),
  });
  return {
    series,
    senders,
    stop: async () => {
      await monitor.stop();
      await series.stop();
      await client?.close();
    },
  };
}

const share = (percent: number): number => percent / 100;

export const limitsOf = (config: Config): AlertLimits => ({
  successShareMin: share(config.ALERT_SUCCESS_PERCENT),
  successMinutes: config.ALERT_SUCCESS_MINUTES,
  successRunsMin: config.ALERT_SUCCESS_RUNS_MIN,
  queueSeconds: config.ALERT_QUEUE_SECONDS,
  callbacksFailing: config.ALERT_CALLBACKS_FAILING,
  diskShareMax: share(config.ALERT_DISK_PERCENT),
  backupHours: config.ALERT_BACKUP_HOURS,
  yieldShareMin: share(config.ALERT_YIELD_PERCENT),
  agreementShareMin: share(config.ALERT_AGREEMENT_PERCENT),
  agreementMin: share(config.ALERT_AGREEMENT_MIN_PERCENT),
  agreementPairsMin: config.ALERT_AGREEMENT_PAIRS_MIN,
  lowShareMax: share(config.ALERT_QUALITY_PERCENT),
  budgetShareMax: share(config.ALERT_BUDGET_PERCENT),
});

function createAlertClient(config: Config, resolver: Resolver): HttpClient | null {
  if (config.ALERT_WEBHOOK_URL === null) return null;
  const policy = alertPolicy(config, config.ALERT_WEBHOOK_URL);
  return createHttpClient({ policy, resolve: resolver.resolve, connectionsPerHost: 2, connectMsMax: 5000 });
}

/** The operator chose this URL, so it may be in a private network or on this machine. Callbacks cannot reach its port. */
export function alertPolicy(config: Config, url: string): GuardPolicy {
  const policy = callbackPolicy(config);
  const target = new URL(url);
  const own = readTarget(`${target.hostname}:${portOf(target)}`);
  const allowTargets: readonly AllowedTarget[] = own === null ? (policy.allowTargets ?? []) : [...(policy.allowTargets ?? []), own];
  return { ...policy, allowTargets };
}

function alertSenders(config: Config, client: HttpClient | null, resolver: Resolver): AlertSenders {
  const { ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET, ALERT_SMTP_URL, ALERT_MAIL_TO, ALERT_MAIL_FROM } = config;
  return {
    ...(client && ALERT_WEBHOOK_URL && ALERT_WEBHOOK_SECRET
      ? { webhook: createAlertWebhook(client, ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET) }
      : {}),
    ...(ALERT_SMTP_URL
      ? {
          email: createAlertMail(
            // Loaded on first use: most installations send no email.
            async (mail) => (await import('../platform/smtp.ts')).sendSmtp(mail, { url: ALERT_SMTP_URL, lookup: resolver.lookup }),
            { from: ALERT_MAIL_FROM ?? ALERT_MAIL_TO[0]!, to: ALERT_MAIL_TO },
          ),
        }
      : {}),
  };
}
