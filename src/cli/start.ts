// The banner that a start prints when the service is ready.

export interface Started {
  readonly url: string;
  readonly mode: 'local' | 'production';
  /** The host if other machines can reach it; null on loopback. */
  readonly openHost: string | null;
  readonly newToken: string | null;
  readonly tokenGiven: boolean;
  readonly firstKeys: { readonly live: string; readonly test: string } | null;
  /** The database has no account. */
  readonly noAccount: boolean;
  /** The captured pages that answer live searches, if REPLAY_DIR is set. */
  readonly replay?: string | null;
  readonly seconds: number;
  readonly dataFolder: string;
}

/** The effects of MODE=production, for the banner, the doctor and the docs. */
export const MODE_DIFFERENCES: readonly { readonly local: string; readonly production: string }[] = [
  {
    local: 'Callbacks to loopback are allowed while HOST is loopback and no proxy is trusted.',
    production: 'Callbacks to loopback and private IP addresses are rejected unless CALLBACK_ALLOW lists them.',
  },
  {
    local: '/metrics and the reasons of /readyz are public.',
    production: '/metrics and the reasons of /readyz need the admin token, or ADMIN_PORT.',
  },
  {
    local: 'Requests with freshness may reuse results of other accounts (FRESHNESS_SHARED=true).',
    production: 'Requests with freshness only reuse results of the same account (FRESHNESS_SHARED=false).',
  },
  {
    local: 'The first start creates an account and prints its keys and the admin token.',
    production: 'The first start creates no account and prints no secret.',
  },
  {
    local: 'Responses have no HSTS header.',
    production: 'Responses over TLS have Strict-Transport-Security.',
  },
];

export function banner(started: Started): string {
  const isProduction = started.mode === 'production';
  const generated = isProduction ? `generated; adminToken in ${started.dataFolder}/secrets.json` : started.newToken;
  const stored = isProduction ? `adminToken in ${started.dataFolder}/secrets.json` : 'as printed at the first start';
  const token = started.newToken !== null ? generated : started.tokenGiven ? 'as set in ADMIN_TOKEN' : stored;
  const lines = [
    '',
    `  Sextant is ready after ${started.seconds.toFixed(1)} s.`,
    '',
    `  Mode            ${started.mode}`,
    `  Dashboard       ${started.url}/`,
    `  API             ${started.url}`,
    `  Documentation   ${started.url}/docs`,
    `  Guide           ${started.url}/docs/guide`,
    `  Admin token     ${token}`,
    `  Data            ${started.dataFolder}`,
    ...(started.replay ? [`  Live searches   replay: ${started.replay}`] : []),
  ];
  if (started.firstKeys) {
    const { live, test } = started.firstKeys;
    lines.push(
      `  Live key        ${live}`,
      `  Test key        ${test}`,
      '',
      '  The keys are shown only once. Store them. The test key uses the built-in sandbox. Try:',
      '',
      `  curl -s '${started.url}/serp/new?apikey=${test}' -H 'content-type: application/json' -d '{"keyword":"red shoes","region":"US","asynchronous":false}'`,
    );
  } else if (started.noAccount) {
    lines.push(
      '',
      '  There is no account yet. Create one; this prints its keys once:',
      '',
      '  sextant account create --name "First account" --email operator@mail.example --credits 1000',
    );
  }
  if (started.openHost !== null && !isProduction) {
    lines.push(
      '',
      `  HOST is ${started.openHost}, so other machines can reach this service, and MODE is local. With MODE=production:`,
      '',
      ...MODE_DIFFERENCES.map(({ production }) => `  - ${production}`),
    );
  }
  return `${lines.join('\n')}\n\n`;
}
