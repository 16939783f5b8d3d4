// What a person sees when the service is ready.

export interface Started {
  readonly url: string;
  readonly newToken: string | null;
  readonly tokenGiven: boolean;
  readonly firstKeys: { readonly live: string; readonly test: string } | null;
  readonly seconds: number;
  readonly dataFolder: string;
}

export function banner(started: Started): string {
  const token = started.newToken ?? (started.tokenGiven ? 'as set in ADMIN_TOKEN' : 'as printed at the first start');
  const lines = [
    '',
    `  Sextant is ready after ${started.seconds.toFixed(1)} s.`,
    '',
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
  }
  return `${lines.join('\n')}\n\n`;
}
