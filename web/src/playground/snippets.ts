// The composed request as code. It reads the key from the environment, because code is often shared.
import type { Product, Request } from './products.ts';

export interface Snippet {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const indented = (value: unknown): string => JSON.stringify(value, null, 2);

export function snippetsOf(product: Product, request: Request, base: string): readonly Snippet[] {
  return [
    { name: 'curl', title: 'curl', text: curl(product, request, base) },
    { name: 'typescript', title: 'TypeScript', text: typescript(product, request, base) },
    { name: 'python', title: 'Python', text: python(product, request, base) },
  ];
}

function curl({ create, lookupPath }: Product, request: Request, base: string): string {
  const head = `curl -s ${shellQuoted(`${base}${create ?? lookupPath!(request)}`)} \\\n  -H "authorization: Bearer $KEY"`;
  return create ? `${head} \\\n  -H 'content-type: application/json' \\\n  -d ${shellQuoted(JSON.stringify(request))}` : head;
}

function typescript({ type, client }: Product, request: Request, base: string): string {
  const { domain, ...options } = request;
  const lookup = type === 'whois' || type === 'technologies';
  const optionsText = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options)}`;
  const parameters = lookup ? `${JSON.stringify(domain ?? '')}${optionsText}` : indented(request);
  return `import { createClient } from '@sextant-serp/client';

const client = createClient({ baseUrl: '${base}', apiKey: process.env.KEY! });

const result = await client.${client}(${parameters});
console.log(result);
`;
}

/** Returns the value as a Python literal. */
export function pythonOf(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => pythonOf(one, inner)).join(', ')}]`;
  if (typeof value === 'object') {
    const rows = Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonOf(one, inner)},\n`);
    return `{\n${rows.join('')}${indent}}`;
  }
  return JSON.stringify(value);
}

function python({ create, objectPath, lookupPath }: Product, request: Request, base: string): string {
  const head = `import os
import time
import requests

session = requests.Session()
session.headers["authorization"] = f"Bearer {os.environ['KEY']}"
`;
  if (!create) {
    const short = head.replace('import time\n', '');
    return `${short}\nresponse = session.get("${base}${lookupPath!(request)}", timeout=60)\nresponse.raise_for_status()\nprint(response.json())\n`;
  }
  const path = objectPath!('{result["id"]}');
  return `${head}
result = session.post("${base}${create}", json=${pythonOf(request)}, timeout=310).json()
while not (result["ready"] or result.get("faulty")):
    time.sleep(1)
    result = session.get(f'${base}${path}', timeout=60).json()
print(result)
`;
}
