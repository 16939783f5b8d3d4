// Reasons why a host name has no addresses, with the codes of node:dns where it has one.

export type Unresolved = 'not_found' | 'timeout' | 'failed' | 'rejected';

const CODES: Readonly<Record<Unresolved, string>> = {
  not_found: 'ENOTFOUND',
  timeout: 'ETIMEOUT',
  failed: 'ESERVFAIL',
  rejected: 'EBUSY',
};
const TEXTS: Readonly<Record<Unresolved, string>> = {
  not_found: 'the host name is not known',
  timeout: 'no name server answered in time',
  failed: 'the name servers failed',
  rejected: 'too many other host names are waiting for a response',
};

export class NameUnresolved extends Error {
  override readonly name = 'NameUnresolved';
  readonly code: string;
  constructor(
    readonly reason: Unresolved,
    cause?: unknown,
  ) {
    super(TEXTS[reason], cause === undefined ? {} : { cause });
    this.code = CODES[reason];
  }
}
