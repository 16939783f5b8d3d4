// `npm run python`: writes the generated files of the Python client, or checks them with `--check`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { blockingText } from './python/blocking.mjs';
import { typesText } from './python/types.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const PACKAGE = path.join(ROOT, 'clients', 'python', 'src', 'sextant_serp');
const read = (file) => readFileSync(file, 'utf8');
/** Written by hand for each of the two clients. */
const BY_HAND = new Set(['__init__.py', 'flow.py', 'transport.py']);

const openapi = JSON.parse(read(path.join(ROOT, 'docs', 'openapi.json')));
const { version } = JSON.parse(read(path.join(ROOT, 'package.json')));
const files = [
  ['types.py', typesText(openapi)],
  ['version.py', `"""The version of this package. \`npm run python\` writes that of the service."""\n\n__version__ = "${version}"\n`],
  ...readdirSync(path.join(PACKAGE, '_async'))
    .filter((name) => name.endsWith('.py') && !BY_HAND.has(name))
    .map((name) => [`_sync/${name}`, blockingText(read(path.join(PACKAGE, '_async', name)), name)]),
];

const contentOf = (file) => {
  try {
    return read(file);
  } catch {
    return '';
  }
};
const stale = files.filter(([name, text]) => contentOf(path.join(PACKAGE, name)) !== text);
if (!process.argv.includes('--check')) {
  for (const [name, text] of stale) writeFileSync(path.join(PACKAGE, name), text);
  process.stdout.write(`${stale.length} of ${files.length} files of the Python client were written.\n`);
} else if (stale.length > 0) {
  process.stderr.write(`Stale files of the Python client: ${stale.map(([name]) => name).join(', ')}. Run npm run python.\n`);
  process.exit(1);
}
