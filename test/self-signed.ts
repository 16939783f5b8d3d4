// A certificate for tests of TLS on this machine.
import { generateKeyPairSync, sign } from 'node:crypto';

/** A formally valid certificate. Node can parse certificates but not create them. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const part = (tag: number, ...contents: Buffer[]): Buffer => {
    const body = Buffer.concat(contents);
    const length =
      body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), body]);
  };
  const algorithm = part(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const subject = part(0x30, part(0x31, part(0x30, Buffer.from('0603550403', 'hex'), part(0x0c, Buffer.from(name)))));
  const dates = part(0x30, part(0x17, Buffer.from('200101000000Z')), part(0x17, Buffer.from('490101000000Z')));
  const version = part(0xa0, part(0x02, Buffer.from([2])));
  const serial = part(0x02, Buffer.from([1]));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const body = part(0x30, version, serial, algorithm, subject, dates, subject, key);
  const signature = part(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const text = part(0x30, body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}
