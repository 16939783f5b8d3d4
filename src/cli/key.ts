// `sextant key`: make and revoke API keys.
import type { Accounts } from '../business/accounts/accounts.ts';
import { readWords, UsageProblem } from './words.ts';

export async function keyVerb(given: readonly string[], accounts: Accounts, print: (text: string) => void): Promise<void> {
  const words = readWords(given, 'key');
  const [action, id = ''] = words.plain;
  if (action === 'create') {
    const made = await accounts.addKey(id, words.option('mode') === 'test' ? 'test' : 'live');
    if (!made) throw new UsageProblem(`There is no account ${id}.`);
    return print(words.json ? JSON.stringify(made) : `key ${made.id} (shown this once)\n${made.key}`);
  }
  if (action === 'revoke') {
    if (!(await accounts.revokeKey(id))) throw new UsageProblem(`There is no key ${id}.`);
    return print(words.json ? JSON.stringify({ revoked: id }) : `revoked ${id}; it stops working within 5 seconds`);
  }
  throw new UsageProblem('sextant key create ACCOUNT | revoke KEY_ID. Try: sextant help');
}
