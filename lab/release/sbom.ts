// The list of all parts of the service (SBOM, CycloneDX), written by npm from the lock file. The client has no parts.
import { createHash } from 'node:crypto';
import { runNpm } from './npm.ts';

interface Document {
  serialNumber?: string;
  readonly metadata: { timestamp?: string; readonly component: { name: string } };
  readonly components: readonly unknown[];
}

/**
 * Returns the text of the document. npm gives each one a random number and the time. Both would differ in every run, so the number is
 * derived from the contents, and the time is left out, which the format allows.
 */
export function createSbom(folder: string, name: string): { readonly text: string; readonly components: number } {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const document = JSON.parse(
    runNpm(['sbom', ...format, '--package-lock-only', '--omit', 'dev', '--workspaces=false'], folder),
  ) as Document;
  delete document.serialNumber;
  delete document.metadata.timestamp;
  // npm writes the name of the folder.
  document.metadata.component.name = name;
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)];
  document.serialNumber = `urn:uuid:${groups.join('-')}`;
  return { text: `${JSON.stringify(document, null, 2)}\n`, components: document.components.length };
}
