// `sextant version`: the version of the package.
import { readFileSync } from 'node:fs';

/** Two levels above this folder, in src/ and in dist/. */
const PACKAGE = new URL('../../package.json', import.meta.url);

export function versionCommand(argv: readonly string[], print: (text: string) => void): void {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  print(argv.includes('--json') ? JSON.stringify({ version, node: process.versions.node }) : version);
}
