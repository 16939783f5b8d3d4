// A certificate of our own for the hosts that an instrument stands in for.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

export interface CertificateFiles {
  readonly key: string;
  readonly cert: string;
}

/** Writes the files into the folder. Returns null without openssl. */
export function createCertificate(folder: string, hosts: readonly string[]): CertificateFiles | null {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${hosts[0]}`,
      '-addext',
      `subjectAltName=${names}`,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { encoding: 'utf8' },
  );
  if (made.error) return null;
  if (made.status !== 0) throw new Error(`No certificate: ${made.stderr.trim()}`);
  return { key, cert };
}
