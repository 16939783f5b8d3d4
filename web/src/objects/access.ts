// Customers see their own objects, the operator those of every account; the addresses differ, the answers do not.
import type { Credential, Session } from '../session.ts';

export interface Access {
  readonly as: Credential;
  /** Where the same routes begin. */
  readonly root: string;
}

/** With both at hand the customer's own view comes first, unless the operator asks for an account. */
export function accessOf(session: Session, everybody: boolean): Access {
  const operator = session.token !== undefined && (everybody || session.key === undefined);
  return operator ? { as: 'token', root: '/admin/objects' } : { as: 'key', root: '/objects' };
}
