// What a person sees when the service is ready.

export interface Started {
  readonly url: string;
  readonly mode: 'local' | 'production';
  /** The listening address when others can reach it; null on loopback. */
  readonly openHost: string | null;
  readonly newToken: string | null;
  readonly tokenGiven: boolean;
  readonly firstKeys: { readonly live: string; readonly test: string } | null;
  /** There is no account yet. */
  readonly noAccount: boolean;
  readonly seconds: number;
  readonly dataFolder: string;
}

/** What MODE=production changes, as the banner, the doctor and the docs say it. */
export const MODE_DIFFERENCES: readonly { readonly local: string; readonly production: string }[] = [
  {
    local: 'Callbacks to loopback are accepted while HOST is loopback and no proxy is in front.',
    production: 'Callbacks to loopback and private addresses are refused unless CALLBACK_ALLOW lists them.',
  },
  {
    local: '/metrics and the reasons of /readyz are open to everybody.',
    production: '/metrics and the reasons of /readyz need the operator token, or ADMIN_PORT.',
  },
  {
    local: 'Requests with freshness may reuse answers of other accounts (FRESHNESS_SHARED=true).',
    production: 'Requests with freshness reuse answers of the same account only (FRESHNESS_SHARED=false).',
  },
  {
    local: 'The first start makes an account and prints its keys and the operator token.',
    production: 'The first start makes no account and prints no secret.',
  },
  {
    local: 'Answers carry no HSTS header.',
    production: 'Answers over TLS carry Strict-Transport-Security.',
  },
];

export function banner(started: Started): string {
  const isProduction = started.mode === 'production';
  const made = isProduction ? `made now; adminToken in ${started.dataFolder}/secrets.json` : started.newToken;
  const kept = isProduction ? `adminToken in ${started.dataFolder}/secrets.json` : 'as printed at the first start';
  const token = started.newToken !== null ? made : started.tokenGiven ? 'as set in ADMIN_TOKEN' : kept;
  const lines = [
    '',
    `  Sextant is ready after ${started.seconds.toFixed(1)} s.`,
    '',
    `  Mode            ${started.mode}`,
    `  Dashboard       ${started.url}/`,
    `  API             ${started.url}`,
    `  Documentation   ${started.url}/docs`,
    `  Guide           ${started.url}/docs/guide`,
    `  Operator token  ${token}`,
    `  Data            ${started.dataFolder}`,
  ];
  if (started.firstKeys) {
    const { live, test } = started.firstKeys;
    lines.push(
      `  Live key        ${live}`,
      `  Test key        ${test}`,
      '',
      '  Keys are shown this once; keep them. The test key answers from a built-in test world. Try:',
      '',
      `  curl -s '${started.url}/serp/new?apikey=${test}' -H 'content-type: application/json' -d '{"keyword":"red shoes","region":"US","asynchronous":false}'`,
    );
  } else if (started.noAccount) {
    lines.push(
      '',
      '  There is no account yet. This makes one and prints its keys once:',
      '',
      '  sextant account create --name "First account" --email operator@mail.example --credits 1000',
    );
  }
  if (started.openHost !== null && !isProduction) {
    lines.push(
      '',
      `  HOST is ${started.openHost}, so that others may reach this service, and MODE is local. MODE=production changes:`,
      '',
      ...MODE_DIFFERENCES.map(({ production }) => `  - ${production}`),
    );
  }
  return `${lines.join('\n')}\n\n`;
}
