// Selects the API for requests: customers read their own, the operator reads those of every account.
import type { Credential, Session } from '../session.ts';

export interface Access {
  readonly as: Credential;
  /** Path prefix of the routes, which are otherwise equal. */
  readonly root: string;
}

/** With both credentials, the key is used unless `everyAccount` is set. */
export function accessOf(session: Session, everyAccount: boolean): Access {
  const isOperator = session.token !== undefined && (everyAccount || session.key === undefined);
  return isOperator ? { as: 'token', root: '/admin/objects' } : { as: 'key', root: '/objects' };
}
